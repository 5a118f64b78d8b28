// The report for people: the verdict first, one sentence why, then the trace by its changes (UX.md, 1.1).
// Colours are never the only signal: changed values carry `*`, loops `|`, violated properties `x`.
#pragma once
#include <string>

#include "report/report.h"

namespace whynot::report {

std::string write_text(const Report&, const Style&);

// A trace as a table with steps as columns while that fits the width, else as a list of changes per step.
std::string write_trace_text(const TraceEntry&, const Style&);

}  // namespace whynot::report
