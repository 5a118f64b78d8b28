// A trace as a chain of states, each with what changed, and the way back where it loops.
#pragma once
#include "base/drawing.h"
#include "report/report.h"

namespace whynot::report {

Drawing drawing_of(const TraceEntry&);

}  // namespace whynot::report
