// Why a property fails on a trace, as a report has it.
#pragma once
#include <string>
#include <vector>

#include "model/property.h"
#include "model/system/transition_system.h"
#include "model/trace.h"
#include "report/report.h"

namespace whynot::session {

struct Why {
  std::string sentence;  // empty when a single trace does not tell
  std::vector<report::Cause> causes;
};

// REQUIRES a trace that has been replayed as a violation of the property.
Why explain_failure(const TransitionSystem&, const Property&, const Trace&);

}  // namespace whynot::session
