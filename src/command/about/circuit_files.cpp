#include "command/about/circuit_files.h"

#include <fmt/format.h>

#include "host/files.h"
#include "session/circuit/circuit_files.h"

namespace whynot::command {
namespace {

void write(const std::string& path, const std::string& text, session::Workbench& bench) {
  std::string error;
  if (!host::write_file(path, text, error))
    bench.diagnostics().error("app.cannot-write", fmt::format("cannot write {}", error), {1, 0, 0});
}

}  // namespace

std::optional<UsageError> refuses_circuit_files(const Run& run, const session::Workbench& bench) {
  if (!run.arguments.has("witness") || session::is_circuit(bench.model())) return std::nullopt;
  return UsageError{"`--witness` is for AIGER and BTOR2 files", "--format writes traces of other models"};
}

void write_circuit_files(Run& run, session::Workbench& bench) {
  if (run.arguments.has("witness"))
    write(run.arguments.text("witness"), session::witness_text(bench.model(), bench.sources(), bench.report()), bench);
}

}  // namespace whynot::command
