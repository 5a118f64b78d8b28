// The values of one step of a trace where their names stand in the source: variables, inputs and what the model
// defines, in each instance of a module.
#pragma once
#include <optional>

#include "base/source.h"
#include "model/model.h"
#include "report/report.h"

namespace whynot::session {

// Of a language whose texts have names: SMV, Verilog.  Nothing of another one, nor where the trace has no such step.
std::optional<report::ValuesInline> values_inline(const Model&, const Sources&, const Trace&, std::size_t step);

}  // namespace whynot::session
