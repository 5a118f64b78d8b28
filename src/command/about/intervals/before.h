// --before: the sets of the model as it was.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "command/about/intervals/request.h"

namespace whynot::command {

using IntervalSets = std::map<std::string, analyse::intervals::ValueSet>;  // by variable
using SetsOf = std::optional<IntervalSets> (*)(Run&, session::Workbench&, IntervalRequest, const Property&);

// The same question about the property of the same name (or text) in the file that --before names.  Nothing after
// errors, which are told, and where it is not decided.
std::optional<IntervalSets> sets_before(Run&, session::Workbench& now, const Property&, SetsOf);

}  // namespace whynot::command
