// The values that enumerations can have, in the order of their declaration: without a model a file would not tell, and
// codes made of it would be others.
#pragma once
#include <string>
#include <unordered_map>
#include <vector>

#include "model/signature.h"
#include "report/json/value.h"

namespace whynot::report {

// {"mode": ["idle", "busy"]}; empty where there are none, or too many to tell.
Json ranges_part(const Signature&);
// What the above wrote, or nothing.
std::unordered_map<std::string, std::vector<Value>> read_ranges(const nlohmann::json* ranges);

}  // namespace whynot::report
