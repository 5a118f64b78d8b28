// LTL operators with bounds, written out: F[a,b] p is X…X (p | X (p | …)), and so on.  Encoders then know
// unbounded operators only.
#pragma once
#include <cstddef>

#include "expr/expr.h"

namespace whynot {

// The LTL formula without bounded operators.  REQUIRES expanded_steps(formula) of a sensible size.
Expr expand_bounds(ExprPool&, Expr formula);

// The LTL formula whose bounded operators all begin at once: F[a,b] p is X…X F[0,b-a] p.  REQUIRES
// delayed_steps(formula) of a sensible size.
Expr expand_lower_bounds(ExprPool&, Expr formula);

// How many steps of time the bounded operators of a formula write out, all together (saturating).
std::size_t expanded_steps(Expr formula);
// How many of them come before the lower bounds.
std::size_t delayed_steps(Expr formula);

}  // namespace whynot
