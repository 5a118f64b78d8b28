// --witness and --certificate of `whynot check`: what is written beside the report, for the tools of the hardware
// community.
#pragma once
#include <optional>

#include "command/analysis.h"

namespace whynot::command {

std::optional<UsageError> refuses_circuit_files(const Run&, const session::Workbench&);
// After everything was decided; what cannot be written becomes an error.
void write_circuit_files(Run&, session::Workbench&);

}  // namespace whynot::command
