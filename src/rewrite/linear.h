// CTL formulas that say the same as LTL formulas.  Dropping the path quantifiers of a universal formula
// weakens it in general (AF AG p says more than F G p), but not in the deterministic fragment of Maidl, "The
// common fragment of CTL and LTL" (FOCS 2000), of which the forms people write are recognised here.
#pragma once
#include "expr/expr.h"

namespace whynot::rewrite {

// Whether a CTL formula in negation normal form holds if and only if all infinite runs satisfy the LTL
// formula without its quantifiers.
bool is_linear(Expr ctl);

}  // namespace whynot::rewrite
