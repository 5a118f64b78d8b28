// A trace as the text of its JSON object.  Traces make most of a report, up to hundreds of megabytes: they are written
// straight to text, where the small parts take the way over a tree of JSON values.
#pragma once
#include <string>
#include <string_view>

#include "report/report.h"

namespace whynot::report {

// `separator` stands before each step.
void append_trace(std::string& out, const TraceEntry&, const Sources*, std::string_view separator = {});

// The steps of a trace that is no run, as an array: alternatives.
void append_choices(std::string& out, const Trace&, const Sources*);

}  // namespace whynot::report
