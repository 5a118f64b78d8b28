// For spreadsheets: the intervals of a report, or else its first trace.
#pragma once
#include <string>

#include "report/report.h"

namespace whynot::report {

// Intervals: a line for each, with property, variable, lo, hi, length, and the same as --as shows it.  A trace: a line
// for each step, and one for the inputs or the action that lead back where it loops.
std::string write_csv(const Report&);

}  // namespace whynot::report
