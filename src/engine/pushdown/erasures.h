// Shortest runs that erase a head's symbol, with and without a repeat location on the way, and the runs themselves
// (Knuth 1977, as in Distances, which counts steps only).  A run visits the locations that its steps leave.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/context.h"
#include "engine/pushdown/distances.h"
#include "engine/pushdown/rules_into.h"
#include "engine/pushdown/table/flat_map.h"

namespace whynot::engine::pushdown {

class Erasures {
 public:
  struct Fact {
    Head head;
    Control to;
    bool visits;  // the run visits a repeat location; else it may or may not
    Distance steps;
    std::uint32_t rule;                         // its first step; for Product::rule
    std::uint32_t first = none, second = none;  // the facts that the rest of the run is made of
    std::uint32_t next = none;                  // of the same head
  };

  // REQUIRES a finished tabulation.  Done only if `complete()`.
  Erasures(Product&, const Tabulation&, Context&);
  bool complete() const { return complete_; }

  const Fact& fact(std::uint32_t index) const { return facts_[index]; }
  std::uint32_t find(Head h, Control to, bool visits) const { return known_.find(pair_key(h, to * 2 + visits)); }
  // The facts of a head, one after the other: from here on by Fact::next.
  std::uint32_t first(Head h) const { return h < first_fact_.size() ? first_fact_[h] : none; }

  // Appends the rules of a fact's run.  REQUIRES that its steps are few enough to be written down.
  void append(std::uint32_t fact, std::vector<std::uint32_t>& rules) const;

 private:
  struct Wait {  // `from` called, and came back to the waiting head by `first`
    Head from;
    std::uint32_t rule, first, next;
  };

  bool run(const RulesInto&, Context&);

  Product& product_;
  const Tabulation& tabulation_;
  std::vector<Fact> facts_;
  std::vector<Wait> waits_;
  std::vector<std::uint32_t> first_fact_, first_wait_;
  FlatMap known_;
  bool complete_ = false;
};

}  // namespace whynot::engine::pushdown
