// CTL over an explicit graph by labelling (Clarke, Emerson & Sistla), with justice: path quantifiers range
// over fair infinite runs.  A state from which no such run leaves satisfies every A and no E formula.
#pragma once
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/explicit/graph.h"
#include "model/query.h"

namespace whynot::engine {

class Labelling {
 public:
  Labelling(const TransitionSystem&, const Graph&);

  // The states where a CTL formula (or RTCTL) holds.
  std::vector<bool> states_of(Expr formula);
  // The states that start a fair infinite run.
  const std::vector<bool>& fair() const { return fair_; }

  // COMPUTE: the length of a shortest (longest) way from a state of `from` to one of `to`; the optional inside is empty
  // for infinity, the one outside for a longest way where there is no state to start or to end with.
  std::optional<Computed> compute(const Compute&);

 private:
  using Set = std::vector<bool>;
  Set label(Expr);
  Set atom(Expr) const;
  std::vector<Set> edges_of(Expr condition) const;
  Set pre(const Set&) const;  // some successor in the set
  Set until(const Set& hold, const Set& goal) const;
  Set globally(const Set& hold) const;  // a fair infinite run within the set
  Set exists_next(const Set& s) const;
  Set bounded_until(const Set& hold, Set goal, TimeBounds) const;
  Set bounded_globally(const Set& hold, TimeBounds) const;
  Set logical(Expr) const;

  const TransitionSystem& system_;
  const Graph& graph_;
  std::vector<std::vector<std::uint32_t>> predecessors_;
  // Which edges meet each justice constraint: it may speak of inputs (FAIRNESS running).
  std::vector<std::vector<Set>> justice_;
  Set fair_;
  std::unordered_map<Expr, Set, ExprHash> labels_;
};

}  // namespace whynot::engine
