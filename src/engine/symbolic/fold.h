// Constants in CTL formulas.  Formulas are asked about states that start a fair infinite run, and in those
// EX TRUE is TRUE and AF FALSE is FALSE; a formula that comes down to a constant needs no states at all.
#pragma once
#include "expr/expr.h"

namespace whynot::engine::symbolic {

// A formula that is true in the same states among those that start a fair run.
Expr fold_constants(ExprPool&, Expr ctl);

}  // namespace whynot::engine::symbolic
