// What is said of properties that hold: whether they say anything, and a run that puts them to use.
#pragma once
#include "command/analysis.h"

namespace whynot::command {

// Warns of each property that holds because its left side is never true; findings for the report.
std::vector<report::Finding> warn_of_vacuity(session::Workbench&, std::span<const Property> holding);

// All that can be said of one that holds, with an interesting run.
void tell_holding(session::Workbench&, const Property&, Answer&);

}  // namespace whynot::command
