// Infinite runs that visit repeat locations forever, by repeating heads (Bouajjani, Esparza & Maler 1997; Esparza,
// Hansel, Rossmanith & Schwoon 2000).
//
// A head repeats if a run from it, through a repeat location, gets to the same head again without touching what lay
// below its symbol.  Such a run can go round forever, and may leave symbols on the stack in each round; and every
// infinite run that visits repeat locations forever comes by some repeating head infinitely often.  To find them,
// heads become a graph: its edges are steps, calls (what is left of the caller stays on the stack) and whole calls that
// come back.  A head repeats if an edge that visits a repeat location lies in its strongly connected component.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/context.h"
#include "engine/pushdown/erasures.h"

namespace whynot::engine::pushdown {

struct Lasso {
  Product::Start start;
  std::vector<std::uint32_t> stem, loop;  // indices for Product::rule
};

class Repeating {
 public:
  // REQUIRES a finished tabulation.  Done only if `complete()`.
  Repeating(Product&, const Tabulation&, Context&);
  bool complete() const { return complete_; }

  // Components with repeating heads, the one whose heads are reached soonest first.
  std::size_t components() const { return members_.size(); }
  // A lasso through the component, with the least number of steps among those of the heads that are reached first;
  // nothing if it is too long to be written down, or when stopped.
  std::optional<Lasso> lasso(std::size_t component, Context&) const;

 private:
  struct Edge {
    Head to;
    Distance steps;
    std::uint32_t rule;
    std::uint32_t erasure;  // of the callee, for a call that comes back; else none
    bool visits;
  };
  struct Origin {  // where an initial stack is opened up: its symbols above have been erased
    std::uint32_t start, above, erasure;
    Head head;
    Distance steps;
  };
  struct Arrival {  // the shortest way to a head
    Distance steps = unreachable;
    Head from = none;  // none: from an origin
    Edge edge{};       // from there; its `rule` is the origin's index if there is no such head
  };
  struct Round {  // a shortest way from a head back to it
    Distance steps = unreachable;
    std::vector<Edge> edges;
  };

  template <class F>
  void for_each_edge(Head, F f) const;
  void find_origins();
  bool find_arrivals(Context&);
  void find_components();
  Round round(Head, Context&) const;
  void append(const Edge&, std::vector<std::uint32_t>& rules) const;
  Lasso written(Head, const Round&) const;

  Product& product_;
  const Tabulation& tabulation_;
  Erasures erasures_;
  std::vector<Origin> origins_;
  std::vector<Arrival> arrivals_;           // by head
  std::vector<std::uint32_t> component_;    // by head
  std::vector<std::vector<Head>> members_;  // of components that repeat, sorted by arrival
  bool complete_ = false;
};

}  // namespace whynot::engine::pushdown
