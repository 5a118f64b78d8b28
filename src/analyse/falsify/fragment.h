// Whether the questions of an induction are ones that the solver is sure to decide.
#pragma once
#include <span>
#include <string>

#include "model/ots/ots.h"

namespace whynot::analyse::falsify {

// "EPR": for each sort there are finitely many terms that quantifiers need to speak of (functions, and what exists for
// all values of a sort, lead from sort to sort without coming back), so that a model has a bounded size and an answer
// is promised.  Otherwise "outside EPR: " and the first thing that puts it outside.
std::string fragment_of(const whynot::ots::Ots&, const whynot::ots::Predicate&,
                        std::span<const whynot::ots::Predicate> known);

}  // namespace whynot::analyse::falsify
