// Formulas that say "there is a fair run such that …" of which one run tells all: a path to be found step by
// step along the rings of CTL's fixpoints, without a product.
//
// Those are the existential formulas in which at most one side of an `and` is temporal and the left of a U
// and the inside of a G are not.  For them E F f is E F E f and so on, so that LTL and CTL say the same
// (Maidl, "The common fragment of CTL and LTL", FOCS 2000).
#pragma once
#include "engine/symbolic/ctl.h"

namespace whynot::engine::symbolic {

// A condition on a state or a step: without temporal operators.
bool is_plain(Expr);

// An LTL formula in negation normal form as the CTL formula "some fair run satisfies it"; null where it is
// not of the form above.  Time bounds are kept if wanted; else formulas with them have no such form.
enum class Bounds { Refused, Kept };
Expr as_linear_ctl(ExprPool&, Expr ltl, Bounds);
// Whether a CTL formula in negation normal form is of that form.
bool one_run_tells(Expr ctl);

// Goes on from the end of the path, where the formula holds, along a run that shows it; the loop is closed
// if the formula, or fairness, needs one.  False when the manager failed.  REQUIRES one_run_tells(formula), or
// as_linear_ctl().
bool follow(Ctl&, Model&, Path&, Expr formula);

}  // namespace whynot::engine::symbolic
