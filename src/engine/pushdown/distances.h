// Exact distances in the product, over the heads that tabulation reached (Knuth 1977, "A generalization of
// Dijkstra's algorithm"): the least number of steps that erase a head's symbol, by the control location
// they end in, and the least number of steps from a head to a final state before its symbol is erased.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/context.h"
#include "engine/pushdown/product.h"
#include "engine/pushdown/rules_into.h"
#include "engine/pushdown/tabulation.h"

namespace whynot::engine::pushdown {

// Steps; the two largest values are kept apart.
using Distance = std::uint32_t;
constexpr Distance unreachable = ~0u;
constexpr Distance too_long = ~0u - 1;  // reachable, but nobody could write the trace down

inline Distance plus(Distance a, Distance b) {
  if (a == unreachable || b == unreachable) return unreachable;
  const std::uint64_t sum = std::uint64_t(a) + b;
  return sum >= too_long ? too_long : static_cast<Distance>(sum);
}

class Distances {
 public:
  struct Erasure {
    Control to;
    Distance steps;
  };

  // REQUIRES a finished tabulation.  Done only if `complete()`.
  Distances(Product&, const Tabulation&, Context&);
  bool complete() const { return complete_; }

  std::span<const Erasure> erasures(Head h) const {
    return h < heads_ ? std::span(erasures_).subspan(erasure_begin_[h], erasure_begin_[h + 1] - erasure_begin_[h])
                      : std::span<const Erasure>();
  }
  Distance to_final(Head h) const { return h < heads_ ? to_final_[h] : unreachable; }

 private:
  struct Wait {  // `from` gets here after `steps`
    Head from;
    Distance steps;
    std::uint32_t next;
  };
  struct Fact {
    Head head;
    Control to;
    Distance steps;
    std::uint32_t next;
  };

  bool erase(const RulesInto&, Context&);
  bool reach(const RulesInto&, Context&);
  bool known(Head, Control) const;
  void collect();

  Product& product_;
  const Tabulation& tabulation_;
  std::size_t heads_ = 0;
  std::vector<std::uint32_t> first_fact_, first_wait_;
  std::vector<Fact> facts_;
  std::vector<Wait> waits_;
  std::vector<std::uint32_t> erasure_begin_;
  std::vector<Erasure> erasures_;
  std::vector<Distance> to_final_;
  bool complete_ = false;
};

}  // namespace whynot::engine::pushdown
