#include "command/pushdown_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "host/files.h"
#include "session/c_sources.h"
#include "session/system_states.h"

namespace whynot::command {
namespace {

// C sources as a further file of the session.
std::optional<FileId> add_c_program(Run& run, session::Desk& desk) {
  const Arguments& a = run.arguments;
  const auto text = session::read_c_sources(a.operands, a.text("entry", "main"), desk, run.context);
  if (!text) return std::nullopt;
  std::string error;
  if (a.has("save-pds") && !host::write_file(a.text("save-pds"), *text, error)) {
    desk.cannot_write(error);
    return std::nullopt;
  }
  return desk.sources.add("program.pds", *text);
}

// The model is the workbench's first text, the conditions of `when` follow; the desk has these in the policy's files.
Span on_desk(Span where, FileId model, std::span<const front::pds::WhenSyntax> whens) {
  if (where.file < 2 || where.file - 2 >= whens.size()) return {model, where.begin, where.end};
  const Span& condition = whens[where.file - 2].condition.where;
  return {condition.file, condition.begin + where.begin, condition.begin + where.end};
}

// An SMV model's states; what is wrong with it is said of the desk's files.
std::optional<front::pds::PdsSection> states_of(Run& run, session::Desk& desk, FileId model,
                                                std::span<const front::pds::WhenSyntax> whens, Diagnostics& diagnostics,
                                                bool& whole) {
  session::Workbench workbench(run.context);
  std::optional<session::SystemStates> states;
  if (workbench.open(run.arguments.operands[0], std::string(desk.sources.text(model))) == exit_ok)
    states = session::list_states(workbench, whens);
  for (Diagnostic d : workbench.diagnostics().all()) {
    d.where = on_desk(d.where, model, whens);
    for (auto& label : d.labels) label.where = on_desk(label.where, model, whens);
    diagnostics.add(std::move(d));
  }
  if (!states) return std::nullopt;
  whole = states->whole;
  return std::move(states->section);
}

std::optional<Program> built(Run& run, session::Desk& desk, ProgramFiles files,
                             std::span<const FileId> without_properties, Diagnostics& diagnostics) {
  bool whole = true;
  front::pds::SystemModel states;
  if (files.system)
    states = [&](std::span<const front::pds::WhenSyntax> whens) {
      return states_of(run, desk, *files.system, whens, diagnostics, whole);
    };
  std::vector<FileId> all = files.program;
  all.insert(all.end(), files.policy.begin(), files.policy.end());
  auto input = front::pds::read_pushdown(desk.sources, all, diagnostics, states, without_properties);
  if (!input) return std::nullopt;
  return Program{std::move(*input), whole, std::move(files)};
}

}  // namespace

bool is_finite_system(const Arguments& a) {
  return !a.operands.empty() && (a.has("lang") ? a.text("lang") == "smv" : a.operands[0].ends_with(".smv"));
}

std::optional<Program> read_program(Run& run, session::Desk& desk) {
  ProgramFiles files;
  const auto read = [&](const std::vector<std::string>& paths, std::vector<FileId>& into) {
    for (const std::string& path : paths)
      if (const auto file = desk.read(path)) into.push_back(*file);
  };
  if (language_of(run.arguments) == "c") {
    if (const auto file = add_c_program(run, desk)) files.program.push_back(*file);
  } else if (is_finite_system(run.arguments)) {
    files.system = desk.read(run.arguments.operands[0]);
  } else {
    read(run.arguments.operands, files.program);
  }
  read(run.arguments.all("automaton"), files.policy);
  return desk.diagnostics.ok() ? built(run, desk, std::move(files), {}, desk.diagnostics) : std::nullopt;
}

std::optional<Program> read_other_policy(Run& run, session::Desk& desk, const ProgramFiles& own,
                                         const std::string& path) {
  const auto file = desk.read(path);
  if (!file) return std::nullopt;
  ProgramFiles files{{}, {}, {*file}};
  if (!front::pds::holds_program(desk.sources, *file)) {
    files.system = own.system;
    files.program = own.program;
  }
  Diagnostics told;
  auto result = built(run, desk, files, files.program, told);
  for (const Diagnostic& d : told.all())
    if (d.severity == Severity::Error || d.where.file == *file) desk.diagnostics.add(d);
  return result;
}

std::optional<std::vector<const Efsa*>> asked_properties(const Arguments& a, const std::vector<Efsa>& properties,
                                                         session::Desk& desk) {
  std::vector<std::string_view> known;
  for (const Efsa& property : properties) known.push_back(property.name);
  const std::vector<std::string> names = a.all("property");
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    Diagnostic& d =
        desk.diagnostics.error("paths.unknown-property", fmt::format("there is no property `{}`", name), {1, 0, 0});
    if (const auto near = nearest_name(name, known); !near.empty()) d.help = fmt::format("did you mean `{}`?", near);
  }
  if (!desk.diagnostics.ok()) return std::nullopt;
  std::vector<const Efsa*> asked;
  for (const Efsa& property : properties)
    if (names.empty() || std::find(names.begin(), names.end(), property.name) != names.end())
      asked.push_back(&property);
  return asked;
}

Property property_of(const Efsa& efsa) {
  const std::string text = efsa.is_liveness() ? fmt::format("no run visits repeat states of `{}` for ever", efsa.name)
                                              : fmt::format("no run reaches a final state of `{}`", efsa.name);
  return {efsa.name, PropertyKind::Automaton, {}, {}, text, efsa.where, {}};
}

}  // namespace whynot::command
