// A condition on a step: over the values before it and, as `next(x)`, after it.
#pragma once
#include "expr/evaluate.h"
#include "model/system/slots.h"

namespace whynot::analyse::explain {

class StepCondition {
 public:
  StepCondition(const TransitionSystem&, Expr condition);
  // Whether it is true of the step; a condition on values that nobody knows is not held against it.
  bool is_met(const State& from, const State& to) const;

 private:
  Slots slots_;
  CompiledExpr compiled_;
};

// What must be true of the state after a step from this one, so that the condition is true of the step.
Expr after_step(const TransitionSystem&, Expr condition, const State& from);

}  // namespace whynot::analyse::explain
