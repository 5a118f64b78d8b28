// The traces of a file, ours or another tool's, bound to the columns of a model.
#pragma once
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "model/model.h"
#include "report/report.h"

namespace whynot::session {

// The file "-" is `in`.  Without the model, types are guessed.  Nothing after errors; else there is a trace.
// With a context, values that a trace of a system lacks are taken from a run of the model, and a note says so.
std::optional<std::vector<report::TraceEntry>> read_traces(const std::string& path, std::istream& in, const Model*,
                                                           Sources&, Diagnostics&, Context* completes = nullptr);

}  // namespace whynot::session
