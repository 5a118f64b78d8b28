// How a command ends: the exit code that its verdicts give, or what --expect makes of them.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <sstream>

#include "app/command.h"
#include "app/files.h"

namespace whynot::app {
namespace {

std::string verdict_word(const Verdict& verdict) {
  if (std::holds_alternative<Holds>(verdict)) return "holds";
  if (std::holds_alternative<Violated>(verdict)) return "violated";
  const auto* computed = std::get_if<Computed>(&verdict);
  if (!computed) return "undecided";
  return computed->value ? to_string(*computed->value) : "infinity";
}

// Lines `NAME VERDICT`, for a COMPUTE `NAME NUMBER`, `NAME infinity` or, whichever it is, `NAME value`; `#` and `--`
// begin comments.  What differs is told on `err`.
ExitCode compare_with(const std::string& path, const report::Report& report, Run& run) {
  std::string error;
  const auto text = read_file(path, error);
  if (!text) {
    run.err << "whynot: cannot read " << error << "\n";
    return exit_io;
  }
  bool same = true;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name, verdict;
    if (!(words >> name >> verdict) || name[0] == '#' || name.starts_with("--")) continue;
    const auto found = std::find_if(report.properties.begin(), report.properties.end(),
                                    [&](const auto& p) { return p.property.name == name; });
    const std::string got = found == report.properties.end() ? "missing" : verdict_word(found->verdict);
    const bool any_value = verdict == "value" && found != report.properties.end();
    if (got == verdict || (any_value && std::holds_alternative<Computed>(found->verdict))) continue;
    run.err << fmt::format("{}: expected {}, got {}\n", name, verdict, got);
    same = false;
  }
  return same ? exit_ok : exit_violated;
}

}  // namespace

ExitCode exit_code_of(const report::Report& report) {
  const auto any = [&](std::string_view word) {
    return std::any_of(report.properties.begin(), report.properties.end(),
                       [&](const auto& p) { return verdict_word(p.verdict) == word; });
  };
  if (report.interrupted) return exit_interrupted;
  if (any("violated")) return exit_violated;
  return any("undecided") ? exit_undecided : exit_ok;
}

ExitCode conclude(Run& run, const report::Report& report) {
  if (run.arguments.has("expect") && !report.interrupted)
    return compare_with(run.arguments.text("expect"), report, run);
  return exit_code_of(report);
}

}  // namespace whynot::app
