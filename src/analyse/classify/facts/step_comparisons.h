// What a step looks at, or makes, that no fact about single variables says: sums that an assignment compares with
// something, and what comes in or is next compared with what there is.  What the property compares, as the step makes
// it
// (`n + 2 <= cap` of `n <= cap` where `n + 2` is assigned to n), says more than a reader needs where less will do.
#pragma once
#include <vector>

#include "model/predicate.h"
#include "model/property.h"
#include "model/system/transition_system.h"

namespace whynot::analyse::classify {

// For each of few such comparisons that it holds on the way from a position to the next, and that it does not.
std::vector<Predicate> step_comparisons(const TransitionSystem&, const Property&, bool with_those_made);
bool is_step_comparison(const Predicate&);

// For each of few variables of the state that it changes on the way.
std::vector<Predicate> changes_of(const TransitionSystem&, const std::vector<Expr>& variables,
                                  const std::vector<Expr>& own);

}  // namespace whynot::analyse::classify
