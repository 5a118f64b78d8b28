// "unknown so-and-so" with the nearest name that would have done.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "front/pds/syntax.h"

namespace whynot::front::pds {

void unknown(Diagnostics&, std::string code, std::string_view what, const NameSyntax&,
             const std::vector<std::string>& candidates, std::string_view otherwise);

}  // namespace whynot::front::pds
