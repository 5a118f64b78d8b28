// CTL in few words: every formula as NOT, AND, EX, E[p U q] and EG above conditions on a state, and in which
// direction a certificate must speak of each.
#pragma once
#include <optional>
#include <vector>

#include "expr/expr.h"

namespace whynot::check {

// The same formula without other operators; bounds are written out.  Nothing when they span too many steps.
std::optional<Expr> core_ctl(ExprPool&, Expr formula);

// The subformulas with temporal operators in them, parts first.
std::vector<Expr> temporal_parts(Expr ctl);

// A set of states for a formula is only safe if the formula is true in all of it, only complete if it is true
// nowhere else.
struct Demand {
  Expr formula;  // EX, EU or EG; EG TRUE for fair runs
  bool safe = false, complete = false;
};
// What is to be shown of the temporal parts if the formula's set is to be safe, else complete: parts first.
std::vector<Demand> demands(ExprPool&, Expr core, bool safe);

// EG TRUE: the states that start a fair run.
Expr fair_states(ExprPool&);

}  // namespace whynot::check
