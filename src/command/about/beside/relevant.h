// The columns that a failure rests on.
#pragma once
#include "command/analysis.h"

namespace whynot::command {

// Those of the causes first, then those that these follow from.
std::vector<std::string> relevant_columns(session::Workbench&, const Trace&, const std::vector<report::Cause>&);

}  // namespace whynot::command
