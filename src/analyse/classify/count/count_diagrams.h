// Numbers of counterexamples by decision diagrams over the unrolled model: the runs of one shape (a length, or a
// depth and a loop) are a function of the bits that the model leaves open, and so is what is said of them; numbers
// of runs are numbers of assignments.  For lassos, for properties beyond invariants, and for models with more
// states than can be listed, as long as the diagrams stay small.
#pragma once
#include "analyse/classify/count/count.h"

namespace whynot::analyse::classify {

std::variant<Counts, Uncounted> count_by_diagrams(const Question&, const Vocabulary&, const CountedClasses&, Context&);

}  // namespace whynot::analyse::classify
