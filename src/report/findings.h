// How findings are written: as the objects of the JSON report, and as text.
#pragma once
#include <string>

#include "report/json/value.h"
#include "report/report.h"

namespace whynot::report {

Json json_of(const Evidence&);
Json json_of(const Classification&);
Json json_of(const Intervals&);
Json json_of(const Paths&);
Json json_of(const Falsification&);
Json json_of(const Why&);
Json json_of(const Vacuity&);
Json json_of(const NetworkDifference&);
Json json_of(const Blame&);
Json json_of(const StateGraph&);
Json json_of(const Finding&);

// The report gives the traces that a finding cites.
std::string text_of(const Evidence&, const Report&, const Style&);
std::string text_of(const Classification&, const Report&, const Style&);
std::string text_of(const Intervals&, const Report&, const Style&);
std::string text_of(const Paths&, const Report&, const Style&);
std::string text_of(const Falsification&, const Report&, const Style&);
std::string text_of(const Why&, const Report&, const Style&);
std::string text_of(const Vacuity&, const Report&, const Style&);
std::string text_of(const NetworkDifference&, const Report&, const Style&);
std::string text_of(const Blame&, const Report&, const Style&);
std::string text_of(const StateGraph&, const Report&, const Style&);
std::string text_of(const Finding&, const Report&, const Style&);

}  // namespace whynot::report
