// ITF, the Informal Trace Format of Apalache and Quint (Apalache ADR-015): `.itf.json`.
//
// Integers are written `{"#bigint": "5"}` always and read in both forms.  What ITF has no home for stands in
// `#meta`: a step's inputs and action in `#meta` of the state they lead into, those that close the loop and
// the types of words in `#meta` of the trace.  Frozen variables are `params`, given in the first state only.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "report/report.h"
#include "report/trace/foreign.h"

namespace whynot::report {

// `source`: the model's file, told in `#meta`; may be empty.
std::string write_itf(const TraceEntry&, std::string_view source);

std::vector<ForeignTrace> read_itf(std::string_view text, FileId, Diagnostics&);

}  // namespace whynot::report
