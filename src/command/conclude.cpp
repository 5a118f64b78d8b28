// How a command ends: the exit code that its verdicts give, or what --expect makes of them.
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <iostream>
#include <set>
#include <sstream>

#include "command/command.h"
#include "host/files.h"
#include "host/interrupt.h"

namespace whynot::command {
namespace {

std::string verdict_word(const Verdict& verdict) {
  if (std::holds_alternative<Holds>(verdict)) return "holds";
  if (std::holds_alternative<Violated>(verdict)) return "violated";
  const auto* computed = std::get_if<Computed>(&verdict);
  if (!computed) return "undecided";
  return computed->value ? to_string(*computed->value) : "infinity";
}

bool is_expectation(const std::string& word) {
  const bool number = word.find_first_not_of("0123456789") == std::string::npos;
  return number || word == "holds" || word == "violated" || word == "undecided" || word == "infinity" ||
         word == "value";
}

// Whether a property is as a line wants it; what differs is told on `err`.
bool is_as_expected(const report::Report& report, const std::string& name, const std::string& wanted, Run& run) {
  const auto found = std::find_if(report.properties.begin(), report.properties.end(),
                                  [&](const auto& p) { return p.property.name == name; });
  const bool there = found != report.properties.end();
  const std::string got = there ? verdict_word(found->verdict) : "missing";
  if (got == wanted || (wanted == "value" && there && std::holds_alternative<Computed>(found->verdict))) return true;
  run.err << fmt::format("{}: expected {}, got {}\n", name, wanted, got);
  return false;
}

// The property that a word of the file names.  With several models it says of which: `MODEL:NAME`; then those of other
// models give an empty name.  Nothing: it does not say.
std::optional<std::string> name_here(const std::string& word, const report::Report& report, const Run& run) {
  if (word.starts_with(report.file + ":")) return word.substr(report.file.size() + 1);
  if (!run.several) return word;
  const auto& models = run.several->models;
  if (std::any_of(models.begin(), models.end(), [&](const std::string& m) { return word.starts_with(m + ":"); }))
    return "";
  return std::nullopt;
}

// --strict: whether every property was listed; which one was not is told on `err`.
bool all_are_listed(const report::Report& report, const std::set<std::string>& listed, Run& run) {
  bool all = true;
  for (const auto& p : report.properties) {
    if (listed.contains(p.property.name)) continue;
    run.err << fmt::format("{}: not listed, got {}\n", p.property.name, verdict_word(p.verdict));
    all = false;
  }
  return all;
}

// Lines `NAME VERDICT`, for a COMPUTE `NAME NUMBER`, `NAME infinity` or, whichever it is, `NAME value`; `#` and `--`
// begin comments.
ExitCode compare_with(const std::string& path, const report::Report& report, Run& run) {
  std::string error;
  const auto text = host::read_file(path, error);
  if (!text) {
    run.err << "whynot: cannot read " << error << "\n";
    return exit_io;
  }
  bool same = true;
  std::set<std::string> listed;
  std::istringstream lines(*text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::istringstream words(line);
    std::string name, wanted;
    if (!(words >> name) || name[0] == '#' || name.starts_with("--")) continue;
    if (!(words >> wanted) || !is_expectation(wanted)) {
      run.err << fmt::format(
          "{}:{}:1: error[app.expectation]: `{}` is not a NAME with holds, violated, undecided, value, "
          "infinity or a number\n",
          path, number, line);
      return exit_input;
    }
    const auto here = name_here(name, report, run);
    if (!here) {
      run.err << fmt::format(
          "{}:{}:1: error[app.expectation]: of which model is `{}`? With several, write MODEL:NAME\n", path, number,
          name);
      return exit_input;
    }
    if (here->empty()) continue;
    listed.insert(*here);
    same = is_as_expected(report, *here, wanted, run) && same;
  }
  if (run.arguments.has("strict")) same = all_are_listed(report, listed, run) && same;
  return same ? exit_ok : exit_violated;
}

bool has_warning(const report::Report& report) {
  return std::any_of(report.diagnostics.begin(), report.diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::Warning; });
}

}  // namespace

ExitCode exit_code_of(const report::Report& report) {
  const auto any = [&](std::string_view word) {
    return std::any_of(report.properties.begin(), report.properties.end(),
                       [&](const auto& p) { return !p.settled && verdict_word(p.verdict) == word; });
  };
  if (report.interrupted) return exit_interrupted;
  if (any("violated")) return exit_violated;
  return any("undecided") ? exit_undecided : exit_ok;
}

int final_code(ExitCode code, const Run& run) {
  const bool answer = code == exit_violated || code == exit_undecided;
  const bool ended = answer || code == exit_ok || code == exit_interrupted;
  const bool awaited = code == exit_io && host::interrupt_flag();  // a pipe that nobody wrote to
  const bool is_host = run.arguments.command == "shell" || run.arguments.command == "serve";
  if (!is_host && (awaited || (ended && run.context.stopped() == Stop::Interrupted)))
    return host::interrupt_signal() == SIGTERM ? exit_terminated : exit_interrupted;
  return answer && run.arguments.has("exit-zero") ? exit_ok : code;
}

ExitCode finish(Run& run, report::Report& report, bool open) {
  tell_diagnostics(run, report);
  report.config = run.config;
  if (const ExitCode code = write_report(run, report); code != exit_ok) return code;
  if (report.interrupted) return exit_interrupted;
  if (run.arguments.has("werror") && has_warning(report)) return exit_input;
  if (run.arguments.has("expect")) return compare_with(run.arguments.text("expect"), report, run);
  return open ? exit_undecided : exit_code_of(report);
}

}  // namespace whynot::command
