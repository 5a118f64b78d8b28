// What facts say of many steps at once: of the loop, of the whole run, of all that comes after a step.
#pragma once
#include <vector>

#include "analyse/classify/facts/facts.h"

namespace whynot::analyse::classify {

// What the atom says of one position, said of those.  Not of what lies between.
Predicate spanning(ExprPool&, const Predicate& atom, Predicate::Over);

// What can be said of a step and the one after it, over At(x, 0) and At(x, 1), whether or not it is so: that a variable
// keeps its value, that it changes, and what the property itself says of both.
std::vector<Predicate> atoms_of_steps(const TransitionSystem&, const std::vector<Expr>& variables, const Grammar&);

// A condition over At(x, 0) with inputs taken from the step that leaves.
Expr with_inputs_leaving(const TransitionSystem&, Expr condition);

}  // namespace whynot::analyse::classify
