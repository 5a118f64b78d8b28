// What the analyses found: a closed set of plain records.  Each has its header here, its JSON in json_NAME.cpp
// (CONTRACT.md, "Findings") and its text in text_NAME.cpp.
#pragma once
#include <string>
#include <variant>

#include "report/finding/classification.h"
#include "report/finding/evidence.h"
#include "report/finding/falsification.h"
#include "report/finding/intervals.h"
#include "report/finding/network.h"
#include "report/finding/paths.h"
#include "report/finding/states.h"
#include "report/finding/vacuity.h"
#include "report/finding/why.h"

namespace whynot::report {

using Finding = std::variant<Evidence, Classification, Intervals, Paths, Falsification, Why, Vacuity, NetworkDifference,
                             Blame, StateGraph>;

}  // namespace whynot::report
