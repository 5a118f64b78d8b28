// The columns that a failure rests on.
#pragma once
#include "command/analysis.h"

namespace whynot::command {

// Those of the causes first, then those that these follow from, then those that could have had a part in it.
std::vector<std::string> relevant_columns(session::Workbench&, const Property&, const Trace&,
                                          const std::vector<report::Cause>&);
// Of a long run that nobody has traced back: those of the causes, then those that could have had a part in them.
std::vector<std::string> cone_columns(session::Workbench&, const Property&, std::vector<std::string> first);
// Of what has been traced back: those of the witness, then those of the chain.
std::vector<std::string> relevant_columns(const report::Why&);

}  // namespace whynot::command
