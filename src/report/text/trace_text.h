// The layout of a trace as text; see text.h.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "report/report.h"

namespace whynot::report {

// Every line starts with `indent`, which has room for the bar of a loop in its last two characters.
std::string trace_text(const TraceEntry&, const Style&, const std::vector<Cause>& causes, std::string_view indent);
// A counterexample of the property, on one screen.  With `why` a table tells only what the failure rests on.
std::string trace_on_screen(const TraceEntry&, const Style&, const PropertyResult&, std::string_view indent,
                            const Why* why = nullptr);

// With marks at the cells that differ from those of another trace, rather than from the step before: of columns that
// matter to the failure (all where none are known) and of others that differ, on one screen.
std::string trace_text_beside(const TraceEntry&, const TraceEntry& other, const Style&,
                              const std::vector<std::string>& relevant, std::string_view indent);

}  // namespace whynot::report
