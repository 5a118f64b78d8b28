// NuSMV's textual traces.  Written in the shape of its plugin 0 (changes only), so that scripts made for
// NuSMV's output read ours; read from plugins 0 and 1, several traces in one file, with whatever stands
// around them.
//
// There an `Input` block stands before the state that it leads into; a variable that is not shown keeps its
// value; a lasso ends with the loop's first state again; and `Loop starts here` marks every state that equals
// the last one.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "report/pieces.h"
#include "report/report.h"
#include "report/trace/foreign.h"

namespace whynot::report {

// NuSMV's spelling of a value: as Value::to_string, but for negative words (-0sd8_1).
std::string nusmv_value(const Value&);
// "LTL Counterexample" and so on: what NuSMV calls a trace for a property of this kind.
std::string_view nusmv_description(PropertyKind);

// One trace, with NuSMV's two header lines.
std::string write_nusmv_text(const TraceEntry&, std::string_view description, std::size_t number = 1);
// All properties: NuSMV's verdict lines, each with its traces.
std::string write_nusmv_text(const Report&);
void write_nusmv_text(const Report&, const Write&);

std::vector<ForeignTrace> read_nusmv_text(std::string_view text, FileId, Diagnostics&);

}  // namespace whynot::report
