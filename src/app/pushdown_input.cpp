#include "app/pushdown_input.h"

#include <iostream>

#include "app/c_sources.h"
#include "app/files.h"

namespace whynot::app {
namespace {

// C sources as a further file of the session.
std::optional<FileId> add_c_program(Run& run, Desk& desk) {
  const Arguments& a = run.arguments;
  const auto text = read_c_sources(a.operands, a.text("entry", "main"), desk, run.context);
  if (!text) return std::nullopt;
  std::string error;
  if (a.has("save-pds") && !write_file(a.text("save-pds"), *text, error)) {
    desk.diagnostics.error("app.cannot-write", error, {});
    return std::nullopt;
  }
  return desk.sources.add("program.pds", *text);
}

}  // namespace

std::optional<front::PushdownInput> read_program(Run& run, Desk& desk) {
  std::vector<FileId> files;
  std::vector<std::string> paths;
  if (run.arguments.has("c")) {
    if (const auto file = add_c_program(run, desk)) files.push_back(*file);
  } else {
    paths = run.arguments.operands;
  }
  for (const std::string& automaton : run.arguments.all("automaton")) paths.push_back(automaton);
  for (const std::string& path : paths)
    if (const auto file = desk.read(path)) files.push_back(*file);
  if (!desk.diagnostics.ok()) return std::nullopt;
  return front::read_pushdown(desk.sources, files, desk.diagnostics);
}

}  // namespace whynot::app
