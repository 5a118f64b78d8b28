// The static cone of influence of a formula: the variables that some chain could lead to, whatever the run; and the
// system that has no others.
#pragma once
#include <vector>

#include "model/system/transition_system.h"

namespace whynot::analyse::why {

// In the order of declaration.  A constraint that speaks of one variable of the cone ties all of its variables to it.
std::vector<Expr> cone(const TransitionSystem&, Expr formula);

// The system without the variables that neither the formula nor any constraint depends on: every run of it is part of a
// run of the system, and the formula says the same of both.
TransitionSystem slice(const TransitionSystem&, Expr formula);

}  // namespace whynot::analyse::why
