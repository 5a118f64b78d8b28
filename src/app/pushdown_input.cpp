#include "app/pushdown_input.h"

#include <iostream>

#include "app/c_sources.h"
#include "app/files.h"
#include "app/system_states.h"

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

// An SMV model's states; its diagnostics become the desk's.
std::optional<front::PdsSection> states_of(Run& run, Desk& desk, std::span<const front::WhenSyntax> whens,
                                           bool& whole) {
  Workbench workbench(run.context);
  std::optional<SystemStates> states;
  if (workbench.open(run.arguments.operands[0]) == exit_ok) states = list_states(workbench, whens);
  for (Diagnostic d : workbench.diagnostics().all()) {
    const FileId file = desk.sources.add(std::string(workbench.sources().name(d.where.file)),
                                         std::string(workbench.sources().text(d.where.file)));
    d.where.file = file;
    d.labels.clear();
    desk.diagnostics.add(std::move(d));
  }
  if (!states) return std::nullopt;
  whole = states->whole;
  return std::move(states->section);
}

}  // namespace

std::optional<Program> read_program(Run& run, Desk& desk) {
  std::vector<FileId> files;
  std::vector<std::string> paths;
  const bool system = !run.arguments.has("c") && run.arguments.operands[0].ends_with(".smv");
  if (run.arguments.has("c")) {
    if (const auto file = add_c_program(run, desk)) files.push_back(*file);
  } else if (!system) {
    paths = run.arguments.operands;
  }
  for (const std::string& automaton : run.arguments.all("automaton")) paths.push_back(automaton);
  for (const std::string& path : paths)
    if (const auto file = desk.read(path)) files.push_back(*file);
  if (!desk.diagnostics.ok()) return std::nullopt;
  bool whole = true;
  front::SystemModel states;
  if (system) states = [&](std::span<const front::WhenSyntax> whens) { return states_of(run, desk, whens, whole); };
  auto input = front::read_pushdown(desk.sources, files, desk.diagnostics, states);
  if (!input) return std::nullopt;
  return Program{std::move(*input), whole};
}

}  // namespace whynot::app
