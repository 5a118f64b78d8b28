// NuSMV's XML traces (plugins 4 and 6, counter-example.xsd).
//
// A node has a state and the inputs of the step that *leaves* it, numbered like the state they lead to;
// every state lists all variables, DEFINEs among them; a lasso ends with the loop's first state again, and
// `loops` lists all states that equal it.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "report/report.h"
#include "report/trace/foreign.h"

namespace whynot::report {

std::string write_nusmv_xml(const TraceEntry&, std::string_view description, std::size_t number = 1);

std::vector<ForeignTrace> read_nusmv_xml(std::string_view text, FileId, Diagnostics&);

}  // namespace whynot::report
