// The report as events, one JSON object a line: `started`, `progress`, `verdict`, `trace`, `finding`, `done`.
// A run writes them as things happen; write_jsonl writes those of a finished report.  What a verdict or a
// trace says is what the report says about it (json.h).
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "report/json/json.h"
#include "report/report.h"

namespace whynot::report {

// Each ends with a line break.
std::string started_event(const Report&);
std::string progress_event(std::string_view property, std::string_view text);
// The properties that are going to be decided.
std::string open_event(const Report&, std::span<const Property>);
std::string verdict_event(const Report&, const PropertyResult&, const JsonOptions& = {});
std::string trace_event(const Report&, const TraceEntry&);
std::string finding_event(const Finding&, const JsonOptions& = {});
std::string done_event(const Report&);  // diagnostics and how many properties have which verdict

// started; each verdict followed by its traces; traces of no property; findings; done.
std::string write_jsonl(const Report&, const JsonOptions& = {});
void write_jsonl(const Report&, const JsonOptions&, const Write&);

}  // namespace whynot::report
