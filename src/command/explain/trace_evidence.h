// The evidence of a violation in a model that is no system: its trace, step by step, as the proof that a state where
// the property is false can be reached.  What the checker is for proofs, replay is for the trace.
#pragma once
#include <string>

#include "command/options.h"
#include "model/trace.h"
#include "report/finding_evidence.h"

namespace whynot::command {

// Without the trace's id, which the caller's report gives.  REQUIRES a replayed trace without a loop, and options that
// read_explore_options takes.
report::Evidence evidence_of_trace(const Arguments&, const Trace&, const std::string& property);

}  // namespace whynot::command
