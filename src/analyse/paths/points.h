// Points of a program as people name them: `file.c:123`, or a symbol of the stack.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "model/pds/pds.h"

namespace whynot::analyse::paths {

// By rule: whether its step is at that point.  A file may be named by the end of its path.  Nothing if no rule is.
std::optional<std::vector<bool>> rules_at(const Pds&, const Sources&, std::string_view point);

// The same system where the rules that are marked carry no events.
Pds without_events(const Pds&, const std::vector<bool>& rules);

}  // namespace whynot::analyse::paths
