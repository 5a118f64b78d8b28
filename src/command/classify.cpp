// whynot classify: all counterexamples of a property, in a few classes.
#include "analyse/classify/classify.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "command/classes.h"
#include "command/command.h"
#include "engine/bmc.h"

namespace whynot::command {
namespace {

// Without --bound: the first of these up to which there is a counterexample.
constexpr std::size_t default_bounds[] = {10, 20, 40};

analyse::classify::Outcome classified(Run& run, session::Workbench& workbench, const Property& property,
                                      analyse::classify::Options options) {
  const auto ask = [&](std::size_t bound) {
    options.bound = bound;
    return analyse::classify::classify(workbench.system(), workbench.stepper(), property, options, run.context);
  };
  if (const auto bound = run.arguments.count("bound")) return ask(*bound);
  analyse::classify::Outcome outcome;
  for (std::size_t bound : default_bounds) {
    outcome = ask(bound);
    const auto* classes = std::get_if<analyse::classify::Classes>(&outcome.result);
    if (!classes || classes->unbounded || !classes->classes.empty() || classes->insufficient ||
        !classes->stopped.empty())
      break;
  }
  return outcome;
}

ExitCode classify_property(Run& run, ClassesDesk& desk, session::Workbench& workbench, const Property& property,
                           const front::pred::PredicateSet& set) {
  const auto begin = std::chrono::steady_clock::now();
  ClassesAsked asked{property, std::string(engine::bmc_engine().name()), {}, ""};
  const std::vector<Expr> own = support(property.formula);
  for (const VariableDecl& v : workbench.system().variables)
    if (std::find(own.begin(), own.end(), v.variable) != own.end()) asked.left_out.own.push_back(v.variable);
  const auto options = complete_options(desk, set, asked.left_out);
  if (!options) return exit_input;
  const analyse::classify::Outcome outcome = classified(run, workbench, property, *options);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report_classes(desk, asked, outcome, seconds, run.context);
}

// A COMPUTE has no counterexamples: an error where it was asked for by name, left out where everything was.
bool drop_computes(session::Workbench& workbench, bool by_name, std::vector<Property>& selected) {
  const auto is_compute = [](const Property& p) { return p.kind == PropertyKind::Compute; };
  if (by_name)
    for (const Property& p : selected)
      if (is_compute(p))
        workbench.diagnostics().error("classify.no-trace",
                                      fmt::format("`{}` is a COMPUTE: it has no counterexamples", p.name), p.where);
  std::erase_if(selected, is_compute);
  return workbench.diagnostics().ok();
}

ExitCode classify_system(Run& run) {
  const Arguments& a = run.arguments;
  session::Workbench workbench(run.context);
  if (const ExitCode code = open_model(run, workbench); code != exit_ok) return code;
  const auto names = asked_for(run, workbench);
  if (!names) return fail_with_diagnostics(run, workbench, exit_input);
  ClassesDesk desk{
      a,
      workbench.system(),
      workbench.sources(),
      workbench.diagnostics(),
      workbench.report(),
      run.context,
      [&](const Trace& trace, const std::string& property) { return workbench.add_trace(trace, property); }};
  front::pred::PredicateSet set;
  if (const ExitCode code = read_predicates(desk, set); code != exit_ok)
    return fail_with_diagnostics(run, workbench, code);
  std::vector<Property> selected;
  if (!workbench.select(*names, selected) || !drop_computes(workbench, !names->empty(), selected))
    return fail_with_diagnostics(run, workbench, exit_input);
  ExitCode code = exit_ok;
  for (std::size_t i = 0; i < selected.size(); ++i) {
    tell_progress(run, workbench.report(), std::span(selected).subspan(i));
    run.context.progress(selected[i].name);
    code = worse_of(code, classify_property(run, desk, workbench, selected[i], set));
    if (code == exit_input) return fail_with_diagnostics(run, workbench, exit_input);
  }
  if (const ExitCode written = write_report(run, workbench.report()); written != exit_ok) return written;
  return code;
}

}  // namespace

ExitCode run_classify(Run& run) {
  const std::string language = language_of(run.arguments);
  if (run.arguments.operands.size() != 1 && (language != "c" || run.arguments.operands.empty()))
    return usage_error(run, "`whynot classify` takes one model");
  if (language == "ots") return classify_specification(run);
  if (language == "pds" || language == "c") return classify_program(run);
  return classify_system(run);
}

}  // namespace whynot::command
