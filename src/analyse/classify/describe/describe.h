// What all counterexamples have in common, though some runs that pass have it too: a record, such as a message, that
// comes again.  "In every counterexample Eve sends again what somebody else has sent" says more than any class, and is
// none.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analyse/classify/classify.h"
#include "analyse/classify/solver/runs.h"

namespace whynot::analyse::classify {

// At most two, the most telling first, each confirmed for every counterexample of the question.
std::vector<Descriptor> describe(const Question&, const Stepper&, Vocabulary&, const Classes&, Context&);

}  // namespace whynot::analyse::classify
