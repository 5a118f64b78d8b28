// Whether a trace from elsewhere shows that a property fails; of a cover, that it is reached.
#pragma once
#include "session/workbench.h"

namespace whynot::command {

// Nothing when it does.  More than a replay of what it shows: CTL and LTL speak of infinite runs, so that a finite
// trace has to be the beginning of one, and not each CTL formula is refuted by one run.
std::optional<Refusal> refuses_violation(session::Workbench&, const Trace&, const Property&);

}  // namespace whynot::command
