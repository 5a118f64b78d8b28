// A shortest run to every head at once, forward from the initial configurations.
//
// A run to a head is a path of three kinds of hops: a step, a call that has not come back when the run ends, and a
// call together with the shortest way to erase what it entered.  Dijkstra's algorithm over these gives the distance of
// each head; the hops of a run are opened into rules only when somebody asks for it.  What lies below the top of an
// initial stack is got at by erasing what lies above: those heads are further places to start from.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/context.h"
#include "engine/pushdown/distances.h"
#include "engine/pushdown/stream/stream.h"
#include "engine/pushdown/table/radix_heap.h"

namespace whynot::engine::pushdown {

class Nearest {
 public:
  // REQUIRES finished tabulation and distances of the same product; they outlive this.
  Nearest(Product&, const Tabulation&, const Distances&, Context&);

  bool complete() const { return complete_; }
  Distance steps(Head h) const { return h < hops_.size() ? hops_[h].steps : unreachable; }
  // Nothing if no run gets there, or none that could be written down.
  std::optional<Run> run_to(Head) const;

 private:
  struct Base {  // a frame of an initial stack, with all above it erased
    Head head;
    Distance steps;
    std::uint32_t above;  // index of the frame that was erased last; none: this is the top
    Control erased_in;
    std::uint32_t start;  // index into Product::starts
  };
  struct Hop {
    Distance steps = unreachable;
    Head from = none;          // none: a base
    std::uint32_t by = none;   // index of the rule in the product, or of the base
    Control erased_in = none;  // where the call came back, if it did
  };
  using Queue = RadixHeap<std::pair<Head, Hop>>;

  void add_bases(std::uint32_t start);
  void leave(Head, Queue&);
  std::optional<Distance> erased(Head, Control to) const;
  void append_base(std::uint32_t base, Run&) const;
  void append_erasure(Head, Control to, std::vector<std::uint32_t>& rules) const;

  Product& product_;
  const Tabulation& tabulation_;
  const Distances& distances_;
  std::vector<Base> bases_;
  std::vector<Hop> hops_;  // by head
  bool complete_ = false;
};

}  // namespace whynot::engine::pushdown
