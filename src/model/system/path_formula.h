// CTL properties that one trace can settle.  A formula whose path quantifiers are all universal (in negation
// normal form) implies the LTL formula with the quantifiers dropped, so a trace that violates the latter
// violates the former; dually a trace that satisfies an existential formula's LTL form is a witness of it.
#pragma once
#include "expr/expr.h"
#include "model/query.h"

namespace whynot {

// The LTL formula whose violation (or, for Passing, whose satisfaction) by one trace settles the CTL
// formula; null if no single trace does.
Expr path_formula(ExprPool&, Expr ctl, Polarity);
// The LTL formula whose violation by one trace settles an LTL or CTL property; null if no single trace does.
Expr path_formula(ExprPool&, const Property&);

// The formula as it is written, but for its quantifiers.
Expr without_quantifiers(ExprPool&, Expr ctl);

// Of a temporal operator, And or Or, the one that says the opposite of opposites; others are their own.
Op dual_of(Op);

// In negation normal form: negations stand on formulas without temporal operators only.  For LTL and CTL,
// with bounds; the duals of Y and Z are each other.
Expr negation_normal_form(ExprPool&, Expr formula, bool negated = false);

}  // namespace whynot
