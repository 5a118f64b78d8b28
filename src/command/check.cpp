// whynot check: decide properties.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <new>

#include "base/words.h"
#include "command/command.h"

namespace whynot::command {
namespace {

// Options without which there would be other properties.
std::string defining(const Arguments& arguments) {
  std::string words;
  for (const char* name : {"formula", "kind", "reach", "modify", "toward"})
    for (const std::string& value : arguments.all(name)) words += fmt::format(" --{} {}", name, quoted_word(value));
  return words;
}

void suggest(const Arguments& arguments, session::Workbench& workbench) {
  report::Report& report = workbench.report();
  for (const report::PropertyResult& p : report.properties)
    if (std::holds_alternative<Violated>(p.verdict) && !p.traces.empty()) {
      report.suggestions.push_back(fmt::format("whynot check {}{} -p {} -n 5   (further counterexamples)",
                                               quoted_word(report.file), defining(arguments),
                                               quoted_word(p.property.name)));
      return;
    }
}

// Those whose turn does not come are in the report as well, with the reason.
void decide_all(Run& run, session::Workbench& workbench, const std::vector<Property>& selected,
                const session::CheckOptions& options) {
  for (std::size_t i = 0; i < selected.size(); ++i) {
    tell_progress(run, workbench.report(), std::span(selected).subspan(i));
    if (const Stop why = run.context.look(); why != Stop::None && i > 0) {
      workbench.leave_open(selected[i], not_tried(run.context, why, slowest(workbench.report())));
      continue;
    }
    run.context.progress(selected[i].name);
    try {
      workbench.run(selected[i], options);
    } catch (const std::bad_alloc&) {  // the others may need less
      workbench.forget();
      workbench.leave_open(selected[i], Unknown{"out of memory"});
    }
  }
  tell_progress(run, workbench.report());
}

}  // namespace

ExitCode run_check(Run& run) {
  const Arguments& a = run.arguments;
  if (const std::string lang = language_of(a); lang != "smv") return lang == "ots" ? run_falsify(run) : run_paths(run);
  if (a.operands.size() > 1) return usage_error(run, "`whynot check` takes one model", "run it once for each");
  if (a.count("number") == 0u) return usage_error(run, "`-n 0`: expected a number from 1", "without it there is one");
  session::Workbench workbench(run.context);
  if (const ExitCode code = open_model(run, workbench); code != exit_ok) return code;

  const auto names = asked_for(run, workbench);
  if (!names) return fail_with_diagnostics(run, workbench, exit_input);
  std::vector<Property> selected;
  session::CheckOptions options;
  options.engine = a.text("engine", "auto");
  options.bound = a.count("bound").value_or(options.bound);
  options.number = a.count("number").value_or(options.number);
  options.different = a.list("different");
  options.certify = a.has("certify");
  options.race = a.has("race") && a.count("threads") != 1u;
  options.subformulas = a.has("subformulas") || writes(a, &report::Format::subformulas);
  if (!workbench.select(*names, selected) || !workbench.knows_columns(options.different))
    return fail_with_diagnostics(run, workbench, exit_input);
  decide_all(run, workbench, selected, options);
  workbench.examine(selected);
  suggest(a, workbench);
  report::Report& report = workbench.report();
  tell_diagnostics(run, report);
  if (const ExitCode code = write_report(run, report); code != exit_ok) return code;
  return conclude(run, report);
}

}  // namespace whynot::command
