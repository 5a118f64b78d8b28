// One sentence in plain words: which values at which steps make the property false.
#pragma once
#include <string>
#include <vector>

#include "model/property.h"
#include "model/trace.h"
#include "model/transition_system.h"
#include "report/report.h"

namespace whynot::app {

struct Why {
  std::string sentence;  // empty when a single trace does not tell
  std::vector<report::Cause> causes;
};

// REQUIRES a trace that has been replayed as a violation of the property.
Why explain_failure(const TransitionSystem&, const Property&, const Trace&);

}  // namespace whynot::app
