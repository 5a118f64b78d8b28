// An oracle that knows why AG p holds: a set of states, given as a condition, that holds the initial ones, that no step
// leaves, and in which p is true.  Nothing is believed of that here: whoever reads the proof checks it.
#pragma once
#include "engine/oracle.h"

namespace whynot::engine::partial {

// `always`: p; `set`: the condition.  The system must outlive it.
std::unique_ptr<Oracle> make_invariant_oracle(const TransitionSystem&, Expr always, Expr set);

}  // namespace whynot::engine::partial
