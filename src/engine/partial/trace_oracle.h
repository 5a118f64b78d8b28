// An oracle that knows one run: the states of a trace and the steps between them.  What some run does there some run of
// the model does; that all runs do something, or that none does, it never says.  With it a proof is laid along a trace
// that an engine has found, whatever the size of the model.
#pragma once
#include "engine/oracle.h"
#include "model/trace.h"

namespace whynot::engine::partial {

// With `total` every state of the model is taken to start a fair run, else those from which the trace's loop can be
// reached, if that is fair.  The system must outlive it.
std::unique_ptr<Oracle> make_trace_oracle(const TransitionSystem&, const Trace&, bool total);

}  // namespace whynot::engine::partial
