// What is said of models whose runs end, or that have none: CTL and LTL speak of infinite runs only.
#pragma once
#include "command/analysis.h"

namespace whynot::command {

// Where properties may hold only because runs end, or because there are none; false: no state is initial.
// `only_states`: nobody asks of infinite runs.
bool warn_of_lost_runs(session::Workbench&, bool only_states);

// Of a property that holds because there is nothing that it speaks of: what excludes all runs.
report::Vacuity no_run(session::Workbench&, const Property&);

}  // namespace whynot::command
