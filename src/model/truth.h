// LTL on one trace, by direct semantics: the truth of every subformula at every position.  On a lasso each
// value is definite; at the end of a finite trace what depends on the future is Unknown (Kleene's third
// value), so that False means "violated whatever comes next".
#pragma once
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "expr/expr.h"
#include "model/trace.h"
#include "model/transition_system.h"

namespace whynot {

enum class Truth : std::int8_t { False, True, Unknown };

class TraceTruth {
 public:
  // All subformulas of `formula` (past and future LTL, boolean expressions over current, input and next
  // variables) on the trace.
  TraceTruth(const TransitionSystem&, const Trace&, Expr formula);

  // Of a boolean subformula at a step of the trace (on a lasso: at its first visit).
  Truth at(Expr subformula, std::size_t step) const;
  // A lasso is looked at as an unrolled run when past operators make later rounds differ from the first;
  // positions beyond the trace's steps continue round the loop.
  std::size_t positions() const { return positions_; }

 private:
  std::size_t positions_ = 0;
  std::unordered_map<Expr, std::vector<Truth>, ExprHash> table_;
};

}  // namespace whynot
