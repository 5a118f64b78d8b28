// Assignments that were written as constraints.  A conjunct `next(x) = e` of TRANS, `x = e` of INIT or of
// INVAR says the same as an assignment; as an assignment it is a function that encoders substitute, and that
// cannot block a run.  The model keeps its meaning and its columns, so traces need no way back.
#pragma once
#include "model/system/transition_system.h"

namespace whynot::rewrite {

// Constraints are split into conjuncts; those that define a variable which nothing else defines become
// assignments.
TransitionSystem find_definitions(const TransitionSystem&);

// The conjuncts of a boolean expression, from left to right.
std::vector<Expr> conjuncts(Expr);

}  // namespace whynot::rewrite
