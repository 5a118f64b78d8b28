// whynot check: decide properties.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <sstream>

#include "app/command.h"
#include "app/files.h"

namespace whynot::app {
namespace {

std::string_view verdict_word(const Verdict& verdict) {
  if (std::holds_alternative<Holds>(verdict)) return "holds";
  if (std::holds_alternative<Violated>(verdict)) return "violated";
  return std::holds_alternative<Computed>(verdict) ? "value" : "undecided";
}

ExitCode exit_code_of(const report::Report& report) {
  const auto any = [&](std::string_view word) {
    return std::any_of(report.properties.begin(), report.properties.end(), [&](const auto& p) { return verdict_word(p.verdict) == word; });
  };
  if (report.interrupted) return exit_interrupted;
  if (any("violated")) return exit_violated;
  return any("undecided") ? exit_undecided : exit_ok;
}

// Lines `NAME VERDICT`; `#` and `--` begin comments.  What differs is told on `err`.
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
    const auto found = std::find_if(report.properties.begin(), report.properties.end(), [&](const auto& p) { return p.property.name == name; });
    const std::string got = found == report.properties.end() ? "missing" : std::string(verdict_word(found->verdict));
    if (got == verdict) continue;
    run.err << fmt::format("{}: expected {}, got {}\n", name, verdict, got);
    same = false;
  }
  return same ? exit_ok : exit_violated;
}

void suggest(Workbench& workbench) {
  report::Report& report = workbench.report();
  for (const report::PropertyResult& p : report.properties)
    if (std::holds_alternative<Violated>(p.verdict) && !p.traces.empty()) {
      report.suggestions.push_back(fmt::format("whynot check {} -p {} -n 5   (further counterexamples)", report.file, p.property.name));
      return;
    }
}

}  // namespace

ExitCode run_check(Run& run) {
  const Arguments& a = run.arguments;
  if (a.operands.size() > 1) return usage_error(run, "`whynot check` takes one model", "run it once for each");
  Workbench workbench(run.context);
  if (const ExitCode code = open_model(run, workbench); code != exit_ok) return code;

  for (const std::string& formula : a.all("formula"))
    if (!workbench.add_formula(formula, a.text("kind"))) return fail_with_diagnostics(run, workbench, exit_input);
  std::vector<std::string> names = a.all("property");
  for (std::size_t i = 0; i < a.all("formula").size(); ++i) names.push_back(fmt::format("f{}", i + 1));
  std::vector<Property> selected;
  CheckOptions options;
  options.engine = a.text("engine", "auto");
  options.bound = a.count("bound").value_or(options.bound);
  options.number = std::max<std::uint64_t>(a.count("number").value_or(1), 1);
  options.different = a.list("different");
  options.defines = a.has("verbose");
  if (!workbench.select(names, selected) || !workbench.knows_columns(options.different))
    return fail_with_diagnostics(run, workbench, exit_input);
  for (const Property& property : selected) {
    run.context.progress(property.name);
    workbench.run(property, options);
    if (run.events) run.events->update(workbench.report());
  }
  suggest(workbench);
  report::Report& report = workbench.report();
  if (const ExitCode code = write_report(run, report); code != exit_ok) return code;
  if (a.has("expect")) return compare_with(a.text("expect"), report, run);
  return exit_code_of(report);
}

}  // namespace whynot::app
