// Nothing unchecked is shown: samples of a set of values are tried on the model before the set is reported.
#pragma once
#include "analyse/intervals/constrained.h"
#include "command/about/intervals/request.h"

namespace whynot::command {

// Ends of intervals, and a value between them, are made into traces and replayed on the model; the numbers beside them
// must not be counterexamples where everything else is fixed.  A sample that is wrong is our bug.
void confirm_samples(session::Workbench&, const analyse::intervals::Question&, const Target&,
                     const analyse::intervals::Constrained& solved, const analyse::intervals::ValueSet&);

}  // namespace whynot::command
