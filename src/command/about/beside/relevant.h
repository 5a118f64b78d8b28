// The columns that a failure rests on.
#pragma once
#include "command/analysis.h"

namespace whynot::command {

// Those of the causes first, then those that these follow from.
std::vector<std::string> relevant_columns(session::Workbench&, const Trace&, const std::vector<report::Cause>&);
// The same for what has been traced back already.
std::vector<std::string> relevant_columns(const report::Why&);

}  // namespace whynot::command
