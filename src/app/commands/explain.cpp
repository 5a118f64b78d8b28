// whynot explain: the evidence for a property, as a proof of it or of its negation.
#include <fmt/format.h>

#include <chrono>
#include <iostream>

#include "analyse/explain/drive.h"
#include "app/command.h"
#include "app/evidence.h"

namespace whynot::app {
namespace {

constexpr std::size_t whole_budget = 20000;

// The extent asked for; nothing when --depth is neither a number nor `all`.
std::optional<explain::Extent> extent_of(const Arguments& a) {
  explain::Extent extent;
  const std::string depth = a.text("depth");
  if (depth == "all") {
    extent.budget = whole_budget;
  } else if (!depth.empty()) {
    if (depth.size() > 9 || depth.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
    extent.depth = std::stoul(depth);
    extent.budget = whole_budget;
  }
  if (const auto budget = a.count("budget")) extent.budget = *budget;
  return extent;
}

// LTL has no proof of this kind; what to do instead depends on what was asked.
bool is_explainable(Workbench& workbench, const Property& property) {
  if (property.is_ctl() || property.kind == PropertyKind::Invariant) return true;
  auto& error = workbench.diagnostics().error("explain.not-ctl", fmt::format("`{}` is {}: evidence is built for CTL properties and invariants", property.name,
                                                                             property.kind == PropertyKind::Compute ? "a COMPUTE" : "an LTL property"), property.where);
  error.help = property.kind == PropertyKind::Compute
                   ? fmt::format("`whynot check {} -p {}` gives its value", workbench.report().file, property.name)
                   : fmt::format("`whynot check {} -p {}` shows a trace and why it fails; `-f` takes a CTL formula, e.g. AG (… -> AF …)", workbench.report().file, property.name);
  return false;
}

}  // namespace

ExitCode run_explain(Run& run) {
  const Arguments& a = run.arguments;
  const auto extent = extent_of(a);
  if (!extent) return usage_error(run, "--depth takes a number or `all`");
  if (a.operands.size() > 1) return usage_error(run, "`whynot explain` takes one model");
  Workbench workbench(run.context);
  if (const ExitCode code = open_model(run, workbench); code != exit_ok) return code;
  for (const std::string& formula : a.all("formula"))
    if (!workbench.add_formula(formula, a.text("kind"))) return fail_with_diagnostics(run, workbench, exit_input);
  std::vector<std::string> names = a.all("property");
  for (std::size_t i = 0; i < a.all("formula").size(); ++i) names.push_back(fmt::format("f{}", i + 1));
  if (names.empty()) return usage_error(run, "`whynot explain` needs a property", "name one with -p, or give a formula with -f");
  std::vector<Property> selected;
  if (!workbench.select(names, selected)) return fail_with_diagnostics(run, workbench, exit_input);
  for (const Property& property : selected)
    if (!is_explainable(workbench, property)) return fail_with_diagnostics(run, workbench, exit_input);

  bool violated = false, undecided = false;
  report::Report& report = workbench.report();
  for (const Property& property : selected) {
    const auto begin = std::chrono::steady_clock::now();
    report::PropertyResult result;
    result.property = property;
    result.engine = "bdd";
    const auto oracle = engine::make_oracle(workbench.system(), &workbench.keep(), run.context);
    explain::Builder builder(workbench.system(), *oracle, run.context);
    if (oracle->stopped() || !builder.start(property)) {
      undecided = true;
      result.verdict = Unknown{std::string(stop_word(run.context.stopped()))};
    } else {
      explain::Checker checker(workbench.system(), workbench.stepper(), run.context);
      explain::expand_below(builder, builder.proof().root, *extent);
      report::Evidence evidence = evidence_of(workbench, builder, checker, property, true);
      violated = violated || !evidence.holds;
      result.traces = evidence.traces;
      if (evidence.holds) result.verdict = Holds{NoEvidence{}};
      else result.verdict = Violated{NoEvidence{}};
      report.findings.emplace_back(std::move(evidence));
    }
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    report.properties.push_back(std::move(result));
  }
  report = workbench.report();
  if (const ExitCode code = write_report(run, report); code != exit_ok) return code;
  if (report.interrupted) return exit_interrupted;
  return violated ? exit_violated : undecided ? exit_undecided : exit_ok;
}

}  // namespace whynot::app
