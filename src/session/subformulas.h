// The parts of a property's formula on a trace, each with its truth at every step: what the explorer shows below the
// variables, and from where it finds the cells that make a part true or false.
#pragma once
#include <vector>

#include "model/property.h"
#include "model/system/transition_system.h"
#include "model/trace.h"
#include "report/report.h"

namespace whynot::session {

// The formula itself first, each part after what it is a part of.  Empty when the property says nothing of a single
// run, or when it would be more than a person looks at (many parts, a very long trace).
std::vector<report::Subformula> subformulas_on(const TransitionSystem&, const Property&, const Trace&);

}  // namespace whynot::session
