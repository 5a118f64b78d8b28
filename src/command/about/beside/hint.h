// What is said of a loop that violates a property: what never happens in it, and what would mend that.
#pragma once
#include <optional>

#include "command/analysis.h"

namespace whynot::command {

// Nothing where the run has no loop, or everything that could happen in it does.
std::optional<report::FairnessHint> hint_of(session::Workbench&, const Property&, const Trace&);

}  // namespace whynot::command
