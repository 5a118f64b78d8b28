// CTL that says the same as LTL: the deterministic fragment of Maidl, "The common fragment of CTL and LTL" (FOCS 2000),
// read once more, apart from what the engines do.
#pragma once
#include "expr/expr.h"

namespace whynot::check {

// The LTL formula that holds on all runs (or all fair runs) if and only if the CTL formula holds; null where none is
// known.
Expr linear_form(ExprPool&, Expr ctl);

}  // namespace whynot::check
