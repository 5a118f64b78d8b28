#include "session/trace_file.h"

#include "host/files.h"
#include "report/formats.h"

namespace whynot::session {

ExitCode read_trace_file(Workbench& workbench, const std::string& path, std::istream& in, bool has_model,
                         std::vector<report::TraceEntry>& entries) {
  std::string error;
  const auto text = host::read_file(path, in, error);
  if (!text) {
    workbench.diagnostics().error("app.cannot-read", error, {workbench.sources().add(path, ""), 0, 0});
    return exit_io;
  }
  const FileId file = workbench.sources().add(path, *text);
  const std::size_t before = entries.size();
  for (const report::ForeignTrace& foreign :
       report::read_traces(workbench.sources().text(file), file, workbench.diagnostics())) {
    const auto signature =
        has_model ? workbench.stepper().signature() : report::guess_signature(foreign, workbench.pool());
    if (auto trace = report::bind_trace(foreign, signature, workbench.diagnostics()))
      entries.push_back({foreign.id, std::move(*trace), false, foreign.property, {}, {}, {}});
  }
  if (!workbench.diagnostics().ok()) return exit_input;
  if (entries.size() == before) {
    workbench.diagnostics().error("app.no-trace", "no trace was found in this file", {file, 0, 0});
    return exit_input;
  }
  return exit_ok;
}

}  // namespace whynot::session
