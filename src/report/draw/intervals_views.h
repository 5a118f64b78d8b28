// Intervals as pictures.
#pragma once
#include <string>

#include "report/report.h"

namespace whynot::report {

// A number line for each variable; for two variables together a map of their combinations.  Empty where the report has
// no intervals.
std::string write_intervals_svg(const Report&);

}  // namespace whynot::report
