// Ranges of values as wide as a class allows: `x@i >= 6` becomes `x@i >= 4` where no passing run has that either.
#pragma once
#include <optional>

#include "analyse/classify/minimise.h"

namespace whynot::analyse::classify {

// The class with each end of a range as far out as it can be, and the two ends of a range as one fact.  Nothing when
// stopped.  REQUIRES that the class is sufficient and that no fact of it can be left out.
std::optional<TraceClass> widened(TraceClass, Minimiser&, Vocabulary&);

}  // namespace whynot::analyse::classify
