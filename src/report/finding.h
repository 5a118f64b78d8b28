// What the analyses found: a closed set of plain records.  Each has its header here, its JSON in json_NAME.cpp
// (CONTRACT.md, "Findings") and its text in text_NAME.cpp.
#pragma once
#include <string>
#include <variant>

#include "report/finding_classification.h"
#include "report/finding_evidence.h"
#include "report/finding_falsification.h"
#include "report/finding_intervals.h"
#include "report/finding_network.h"
#include "report/finding_paths.h"
#include "report/finding_states.h"
#include "report/finding_vacuity.h"
#include "report/finding_why.h"

namespace whynot::report {

using Finding = std::variant<Evidence, Classification, Intervals, Paths, Falsification, Why, Vacuity, NetworkDifference,
                             Blame, StateGraph>;

}  // namespace whynot::report
