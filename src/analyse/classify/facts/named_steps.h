// Steps by the model's own names: where a TRANS is a choice among DEFINEs, each of them says what one kind of step
// does, and "at some step `steal` happens" says more than the values before and after it.
#pragma once
#include <vector>

#include "model/predicate.h"
#include "model/system/transition_system.h"

namespace whynot::analyse::classify {

// What a step says, its state at the first position, next values and inputs at the second.
Expr between_positions(const TransitionSystem&, Expr condition);

// One predicate for each name, of a position and the next.
std::vector<Predicate> named_steps(const TransitionSystem&);
bool is_named_step(const Predicate&);

}  // namespace whynot::analyse::classify
