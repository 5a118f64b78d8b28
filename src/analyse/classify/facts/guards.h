// What the model asks for before it goes on: conditions of its assignments.  That one of them is never met again says
// why something never happens.
#pragma once
#include <vector>

#include "model/system/transition_system.h"

namespace whynot::analyse::classify {

// A few of them, each without what it says of `own`: two conditions or more, or facts about single variables say it.
std::vector<Expr> guards_of(const TransitionSystem&, const std::vector<Expr>& own);

}  // namespace whynot::analyse::classify
