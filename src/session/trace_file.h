// The traces of a file, ours or another tool's, bound to the columns of the open model.
#pragma once
#include <iosfwd>
#include <string>
#include <vector>

#include "session/workbench.h"

namespace whynot::session {

// The file "-" is `in`.  exit_ok, or what went wrong (then the diagnostics say why).  Without a model, types are
// guessed.
ExitCode read_trace_file(Workbench&, const std::string& path, std::istream& in, bool has_model,
                         std::vector<report::TraceEntry>& entries);

}  // namespace whynot::session
