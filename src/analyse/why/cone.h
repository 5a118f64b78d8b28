// The static cone of influence of a formula: the variables that some chain could lead to, whatever the run.
#pragma once
#include <vector>

#include "model/system/transition_system.h"

namespace whynot::analyse::why {

// In the order of declaration.  A constraint that speaks of one variable of the cone ties all of its variables to it.
std::vector<Expr> cone(const TransitionSystem&, Expr formula);

}  // namespace whynot::analyse::why
