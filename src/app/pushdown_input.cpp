#include "app/pushdown_input.h"

namespace whynot::app {

std::optional<front::PushdownInput> read_program(Run& run, Desk& desk) {
  std::vector<FileId> files;
  std::vector<std::string> paths = run.arguments.operands;
  for (const std::string& automaton : run.arguments.all("automaton")) paths.push_back(automaton);
  for (const std::string& path : paths)
    if (const auto file = desk.read(path)) files.push_back(*file);
  if (!desk.diagnostics.ok()) return std::nullopt;
  return front::read_pushdown(desk.sources, files, desk.diagnostics);
}

}  // namespace whynot::app
