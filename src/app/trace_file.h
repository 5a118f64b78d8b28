// The traces of a file, ours or another tool's, bound to the columns of the open model.
#pragma once
#include <string>
#include <vector>

#include "app/workbench.h"

namespace whynot::app {

// exit_ok, or what went wrong (then the diagnostics say why).  Without a model, types are guessed.
ExitCode read_trace_file(Workbench&, const std::string& path, bool has_model, std::vector<report::TraceEntry>& entries);

}  // namespace whynot::app
