// whynot why -n: what several counterexamples of a property have in common that passing runs near them lack.
#pragma once
#include "command/analysis.h"

namespace whynot::command {

// Of the counterexamples with these ids.
report::WhyShared shared_by(session::Workbench&, const Property&, const std::vector<std::string>& traces);

}  // namespace whynot::command
