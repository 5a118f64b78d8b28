// What is said of a CTL property that is violated although no single run shows it.
#pragma once
#include "command/analysis.h"

namespace whynot::command {

// Where it breaks, with the way to there; the answer keeps its verdict.
void tell_break(session::Workbench&, const Property&, Answer&);

}  // namespace whynot::command
