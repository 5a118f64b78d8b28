// The evidence of a violation in a model that is no system: its trace, step by step, as the proof that a state where
// the property is false can be reached.  What the checker is for proofs, replay is for the trace.
#pragma once
#include <string>

#include "command/options.h"
#include "model/trace.h"
#include "report/finding/evidence.h"

namespace whynot::command {

// What is wrong with the options; empty: nothing.
std::string refuses_explore_options(const Arguments&);

// `ids`: of the traces that the report has.  REQUIRES a trace without a loop, and options that are not refused.
report::Evidence evidence_of_trace(const Arguments&, const Trace&, const std::string& property,
                                   std::vector<std::string> ids);

}  // namespace whynot::command
