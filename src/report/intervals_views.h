// Intervals for other programs: a table, and pictures.
#pragma once
#include <string>

#include "report/report.h"

namespace whynot::report {

// One line for each interval: property, variable, lo, hi, length, and the same as --as shows it.
std::string write_intervals_csv(const Report&);
// A number line for each variable; for two variables together a map of their combinations.  Empty without any.
std::string write_intervals_svg(const Report&);

}  // namespace whynot::report
