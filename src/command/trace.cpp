// whynot trace: show, replay, convert and compare traces, ours and other tools'.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "command/command.h"
#include "command/replay_other.h"
#include "model/replay.h"
#include "report/text/diff.h"
#include "session/trace_file.h"
#include "session/why.h"

namespace whynot::command {
namespace {

using Entries = std::vector<report::TraceEntry>;

void show_diagnostics(Run& run, session::Workbench& workbench) {
  for (const Diagnostic& d : workbench.diagnostics().all()) run.err << render(d, workbench.sources());
}

// The ids of several files' traces are made unique.
void add_entries(report::Report& report, std::vector<report::TraceEntry> entries) {
  for (report::TraceEntry& entry : entries) {
    entry.id = fmt::format("t{}", report.traces.size() + 1);
    report.traces.push_back(std::move(entry));
  }
}

// Is each trace a run of the model and, where a property is named, a violation of it?
ExitCode replay_all(Run& run, session::Workbench& workbench, Entries& entries) {
  std::vector<Property> properties;
  if (run.arguments.has("property") && !workbench.select(run.arguments.all("property"), properties))
    return fail_with_diagnostics(run, workbench, exit_input);
  ExitCode code = exit_ok;
  for (report::TraceEntry& entry : entries) {
    auto refusal = replay_run(workbench.system(), workbench.stepper(), entry.trace);
    std::string told = fmt::format("a run of {} steps", entry.trace.steps.size());
    for (const Property& property : properties) {
      if (refusal) break;
      refusal = replay(workbench.system(), workbench.stepper(), entry.trace, property);
      if (refusal) continue;
      entry.property = property.name;
      told = fmt::format("violates {}", property.name);
      const session::Why why = session::explain_failure(workbench.system(), property, entry.trace);
      if (!why.sentence.empty()) told += fmt::format(": {}", why.sentence);
    }
    entry.replayed = !refusal;
    if (refusal) {
      code = exit_violated;
      workbench.diagnostics().error("trace.refused", fmt::format("step {}: {}", refusal->step, refusal->reason),
                                    {1, 0, 0});
    }
    if (!run.arguments.has("json"))
      run.out << (refusal ? fmt::format("x refused at step {}: {}\n", refusal->step, refusal->reason)
                          : fmt::format("+ replayed ok: {}\n", told));
  }
  report::Report& report = workbench.report();
  add_entries(report, std::move(entries));
  if (run.arguments.has("json") || run.arguments.has("format"))
    if (const ExitCode written = write_report(run, report); written != exit_ok) return written;
  return code;
}

ExitCode diff_two(Run& run, session::Workbench& workbench, bool has_model) {
  Entries first, second;
  for (auto [entries, path] : {std::pair{&first, run.arguments.operands[1]}, {&second, run.arguments.operands[2]}})
    if (const ExitCode code = session::read_trace_file(workbench, path, run.in, has_model, *entries); code != exit_ok)
      return fail_with_diagnostics(run, workbench, code);
  run.out << report::write_diff(first.front().trace, second.front().trace, run.arguments.operands[1],
                                run.arguments.operands[2], style_of(run));
  return exit_ok;
}

}  // namespace

ExitCode run_trace(Run& run) {
  const Arguments& a = run.arguments;
  const std::string verb = a.operands.empty() ? "" : a.operands[0];
  const std::size_t files = verb == "diff" ? 2 : 1;
  if (verb != "show" && verb != "replay" && verb != "convert" && verb != "diff")
    return usage_error(run, "`whynot trace` needs one of show, replay, convert, diff",
                       "e.g. whynot trace show cex.xml");
  if (a.operands.size() != files + 1)
    return usage_error(run, fmt::format("`whynot trace {}` takes {} file{}", verb, files, files > 1 ? "s" : ""));
  if (verb == "replay" && !a.has("model")) return usage_error(run, "`whynot trace replay` needs --model MODEL");
  if (a.has("eval") && !a.has("model")) return usage_error(run, "`--eval` needs the trace's model: --model MODEL");
  if (verb == "convert" && !a.has("format") && !a.has("json"))
    return usage_error(run, "`whynot trace convert` needs --format");

  if (verb == "replay" && a.text("model").ends_with(".ots")) return replay_on_ots(run);
  const auto& models = a.all("model");  // a pushdown system may have its automaton in a file of its own
  if (verb == "replay" && std::any_of(models.begin(), models.end(),
                                      [](const std::string& m) { return m.ends_with(".pds") || m.ends_with(".efsa"); }))
    return replay_on_pds(run);
  session::Workbench workbench(run.context);
  workbench.report().sources = &workbench.sources();
  workbench.report().file = a.operands[1];
  if (a.has("model"))
    if (const ExitCode code = workbench.open(a.text("model")); code != exit_ok)
      return fail_with_diagnostics(run, workbench, code);
  for (const std::string& text : a.all("eval"))
    if (!workbench.watch(text)) return fail_with_diagnostics(run, workbench, exit_input);
  if (verb == "diff") return diff_two(run, workbench, a.has("model"));
  Entries entries;
  if (const ExitCode code = session::read_trace_file(workbench, a.operands[1], run.in, a.has("model"), entries);
      code != exit_ok)
    return fail_with_diagnostics(run, workbench, code);
  show_diagnostics(run, workbench);
  if (a.has("model"))
    for (report::TraceEntry& entry : entries) workbench.add_watched(entry);
  if (verb == "replay") return replay_all(run, workbench, entries);
  report::Report& report = workbench.report();
  add_entries(report, std::move(entries));
  return write_report(run, report);
}

}  // namespace whynot::command
