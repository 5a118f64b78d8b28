// Why a property fails on a trace, as a report has it.
#pragma once
#include <string>
#include <vector>

#include "analyse/why/failure.h"
#include "base/source.h"
#include "model/property.h"
#include "model/system/transition_system.h"
#include "model/trace.h"
#include "report/report.h"

namespace whynot::session {

struct Why {
  std::string sentence;  // empty when a single trace does not tell
  std::vector<report::Cause> causes;
  std::vector<std::string> definitions = {};  // of DEFINEs that the sentence names: "hot := t > 9, line 3"
};

std::vector<std::string> definitions(const Sources&, const analyse::why::Failure&);

// REQUIRES a trace that has been replayed as a violation of the property.
Why explain_failure(const Sources&, const TransitionSystem&, const Property&, const Trace&);

}  // namespace whynot::session
