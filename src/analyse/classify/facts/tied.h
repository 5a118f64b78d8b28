// What the model itself says about which variables have to do with each other: facts about others would tell runs
// apart by accident.
#pragma once
#include <utility>
#include <vector>

#include "base/context.h"
#include "model/property.h"
#include "model/system/transition_system.h"

namespace whynot::analyse::classify {

// Those of the variables that can have a part in whether the property holds, or in whether a run is fair.
std::vector<Expr> in_cone(const TransitionSystem&, const Property&, const std::vector<Expr>& variables, Context&);

// Pairs of variables that the model or the property compares, or of which one takes the value of the other.
std::vector<std::pair<Expr, Expr>> compared_pairs(const TransitionSystem&, const Property&);

// Numbers of few values that the model never orders and never calculates with: they name something, such as whose turn
// it is.
std::vector<Expr> numbers_as_names(const TransitionSystem&, const Property&);

}  // namespace whynot::analyse::classify
