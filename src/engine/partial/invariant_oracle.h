// Oracles that know why AG p holds.  Nothing is believed of that here: whoever reads the proof checks it.
#pragma once
#include "engine/oracle.h"

namespace whynot::engine::partial {

// By a set of states, given as a condition, that holds the initial ones, that no step leaves, and in which p is true.
// `always`: p; `set`: the condition.  The system must outlive it.
std::unique_ptr<Oracle> make_invariant_oracle(const TransitionSystem&, Expr always, Expr set);
// By induction: p is true in the first `depth` states of all runs, and follows from as many in which it is.
std::unique_ptr<Oracle> make_induction_oracle(const TransitionSystem&, Expr always, std::size_t depth);

}  // namespace whynot::engine::partial
