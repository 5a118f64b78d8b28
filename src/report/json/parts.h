// The objects that the JSON report and the event stream are made of.
#pragma once
#include <string>
#include <string_view>

#include "report/json/json.h"
#include "report/json/value.h"
#include "report/report.h"

namespace whynot::report {

inline constexpr std::string_view schema_name = "whynot-report/1";

Json input_part(const Report&);
Json diagnostic_part(const Diagnostic&, const Sources*);
Json property_part(const Report&, const PropertyResult&, const JsonOptions&);
Json finding_part(const Finding&, const JsonOptions&);
// Why a property fails, as sentences, each a list of parts: {"text"} or {"cell", "value", "role"}; a role is bad (makes
// it fail), other (of the run that passes), or empty.
Json story_part(const Why&);

}  // namespace whynot::report
