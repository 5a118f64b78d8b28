// whynot explain: the evidence for a property, as a proof of it or of its negation.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <sstream>

#include "analyse/explain/show/abstract.h"
#include "analyse/explain/strategy/strategies.h"
#include "analyse/explain/walk/different.h"
#include "command/command.h"
#include "command/explain/exploration.h"
#include "engine/symbolic_engine.h"
#include "expr/print.h"
#include "host/files.h"
#include "host/line_editor.h"

namespace whynot::command {
namespace {

using View = report::EvidenceView;

// LTL has no proof of this kind; what to do instead depends on what was asked.
bool is_explainable(session::Workbench& workbench, const Property& property) {
  if (property.is_ctl() || property.kind == PropertyKind::Invariant) return true;
  const bool compute = property.kind == PropertyKind::Compute;
  auto& error =
      workbench.diagnostics().error("explain.not-ctl",
                                    fmt::format("`{}` is {}: evidence is built for CTL properties and invariants",
                                                property.name, compute ? "a COMPUTE" : "an LTL property"),
                                    property.where);
  const bool given = workbench.sources().name(property.where.file) == "-f";
  const std::string check = fmt::format("`whynot check {} {}`", workbench.report().file,
                                        given ? fmt::format("-f '{}'", property.text) : "-p " + property.name);
  error.help = compute ? check + " gives its value"
                       : check + " shows a trace and why it fails; -f takes a CTL formula, e.g. AG (… -> AF …)";
  return false;
}

class Explain {
 public:
  Explain(Run& run, session::Workbench& workbench, ExploreOptions options)
      : run_(run), workbench_(workbench), options_(std::move(options)) {}

  ExitCode prepare() {
    const Arguments& a = run_.arguments;
    if (a.has("start")) {
      const Expr e = part_named(workbench_, a.text("start"));
      if (!e) return exit_input;
      options_.view.start = to_string(workbench_.pool(), e);
    }
    if (a.has("stop")) {
      const Expr e = part_named(workbench_, a.text("stop"));
      if (!e) return exit_input;
      options_.view.stop = to_string(workbench_.pool(), e);
      options_.extent.stops.push_back(e);
    }
    if (!workbench_.knows_columns(a.list("observe")) ||
        (options_.view.show == View::Show::Names && !workbench_.knows_columns(options_.view.columns)))
      return exit_input;
    if (!options_.strategy.empty()) {
      ExitCode code = exit_ok;
      if (!strategies_from(workbench_, options_.strategy, code)) return code;
    }
    return exit_ok;
  }

  void explain_one(const Property& property) {
    const auto begin = std::chrono::steady_clock::now();
    report::PropertyResult result;
    result.property = property;
    result.engine = engine::symbolic_engine().name();
    const std::size_t first = workbench_.report().findings.size();
    if (!find_evidence(property)) {
      undecided = true;
      result.verdict = run_.context.stopped() != Stop::None ? undecided_by(run_.context, run_.context.stopped())
                                                            : Unknown{"decision diagrams do not take so much"};
    } else {
      const auto& findings = workbench_.report().findings;
      for (std::size_t i = first; i < findings.size(); ++i) {
        const auto& evidence = std::get<report::Evidence>(findings[i]);
        result.traces.insert(result.traces.end(), evidence.traces.begin(), evidence.traces.end());
        if (evidence.holds)
          result.verdict = Holds{NoEvidence{}};
        else
          result.verdict = Violated{NoEvidence{}};
        violated = violated || !evidence.holds;
      }
    }
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    workbench_.report().properties.push_back(std::move(result));
  }

  bool violated = false, undecided = false;
  const ExploreOptions& options() const { return options_; }

 private:
  bool find_evidence(const Property& property) {
    ExploreOptions options = options_;
    if (run_.arguments.has("abstract"))
      options.strategy = "largest" + (options_.strategy.empty() ? "" : ", " + options_.strategy);
    Exploration exploration(workbench_, property, options);
    if (!exploration.begin()) return false;
    make_choices(exploration);
    if (run_.arguments.has("all-different") && several(exploration)) return true;
    report::Evidence evidence = exploration.evidence(!run_.arguments.has("abstract"));
    if (run_.arguments.has("abstract")) add_abstract(exploration, evidence);
    if (run_.arguments.has("alternatives")) list_alternatives(exploration, evidence);
    if (const auto habit = exploration.suggestion()) evidence.suggestion = {habit->strategy, habit->times};
    tell_trouble(exploration.builder());
    workbench_.report().findings.emplace_back(std::move(evidence));
    return true;
  }

  void make_choices(Exploration& exploration) {
    for (const std::string& text : run_.arguments.all("choose")) {
      const auto choice = read_goal_choice(text);
      if (const std::string wrong = exploration.choose_at(choice->goal, choice->number); !wrong.empty())
        workbench_.diagnostics().error("explain.choice", fmt::format("`--choose {}`: {}", text, wrong),
                                       exploration.property().where);
    }
  }

  void list_alternatives(Exploration& exploration, report::Evidence& evidence) {
    const std::string goal = run_.arguments.text("alternatives");
    evidence.alternatives = exploration.alternatives_at(goal);
    if (!evidence.alternatives)
      workbench_.diagnostics().error("explain.choice", fmt::format("there is no goal `{}`", goal),
                                     exploration.property().where);
  }

  void tell_trouble(explain::Builder& builder) {
    for (const auto& s : builder.strategies())
      if (!s->trouble.empty()) {
        workbench_.diagnostics().warning("explain.script", s->trouble, {0, 0, 0});
        if (!run_.arguments.has("json")) run_.err << fmt::format("warning[explain.script]: {}\n", s->trouble);
      }
  }

  void add_abstract(Exploration& exploration, report::Evidence& evidence) {
    const explain::AbstractWitness witness = explain::abstract_witness(exploration.builder());
    for (const auto& step : witness.steps)
      evidence.abstract.push_back({to_string(workbench_.pool(), step.formula), to_string(step.states)});
    if (witness.witnesses) evidence.witnesses = to_string(*witness.witnesses);
    if (witness.steps.size() < 2)
      evidence.notes.push_back(
          "an abstract witness needs a property that says that some run gets somewhere (EF, E [ U ], EX): there is "
          "nothing to merge here");
  }

  // The columns of the property, unless others are named.
  std::vector<Expr> observed(const Property& property) const {
    const auto names = run_.arguments.list("observe");
    std::vector<Expr> found;
    for (const VariableDecl& v : workbench_.system().variables) {
      if (v.kind == VariableKind::Input) continue;
      const std::string& name = workbench_.pool().name_of(v.variable);
      const auto parts = support(property.formula);
      const bool wanted = names.empty() ? std::find(parts.begin(), parts.end(), v.variable) != parts.end()
                                        : std::find(names.begin(), names.end(), name) != names.end();
      if (wanted) found.push_back(v.variable);
    }
    return found;
  }

  // False where there is but one way.
  bool several(Exploration& first) {
    const explain::Proof& proof = first.builder().proof();
    if (proof.runs == explain::Runs::Finite || !proof.at(proof.root).goal.state) return false;
    explain::Variants variants = explain::variants_of(workbench_.system(), first.builder().oracle(),
                                                      proof.at(proof.root).goal.formula, observed(first.property()));
    if (variants.all.empty()) return false;
    for (explain::Variant& variant : variants.all) {
      explain::Builder builder(workbench_.system(), first.builder().oracle(), run_.context);
      explain::Strategies strategies;
      strategies.push_back(std::move(variant.strategy));
      ExitCode code = exit_ok;
      if (!options_.strategy.empty())
        if (auto more = strategies_from(workbench_, options_.strategy, code))
          std::move(more->begin(), more->end(), std::back_inserter(strategies));
      builder.use(std::move(strategies));
      if (!builder.start(first.property())) return true;
      explain::expand_below(builder, builder.proof().root, options_.extent);
      report::Evidence evidence = evidence_of(workbench_, builder, first.checker(), first.property(), true);
      evidence.label = variant.label;
      evidence.strategies.clear();
      show_as(workbench_, builder, options_.view, evidence);
      if (&variant == &variants.all.back())
        evidence.notes.push_back(variants.complete ? "these are all that differ in what they prove"
                                                   : "there may be more: too many values were observed");
      workbench_.report().findings.emplace_back(std::move(evidence));
    }
    return true;
  }

  Run& run_;
  session::Workbench& workbench_;
  ExploreOptions options_;
};

// Lines of a script until one fails, which ends it; a person's session goes on.
ExitCode explore(Run& run, session::Workbench& workbench, const Property& property, const ExploreOptions& options) {
  Exploration exploration(workbench, property, options);
  if (!exploration.begin()) {
    run.err << fmt::format("whynot: {} before the property was decided\n", run.context.stop_reason());
    return exit_undecided;
  }
  const ExitCode verdict = exploration.builder().proof().holds ? exit_ok : exit_violated;
  const bool scripted = run.arguments.has("script");
  std::istringstream script;
  if (scripted) {
    std::string error;
    const auto text = host::read_file(run.arguments.text("script"), error);
    if (!text) {
      run.err << "whynot: cannot read " << error << "\n";
      return exit_io;
    }
    script.str(*text);
  } else {
    run.out << exploration.execute("show").text << std::flush;
  }
  host::LineEditor editor(scripted ? static_cast<std::istream&>(script) : run.in, run.err,
                          !scripted && run.terminal_err && run.terminal_out,
                          host::first_words(Exploration::commands()));
  for (std::size_t number = 1;; ++number) {
    const auto line = editor.read(scripted ? "" : exploration.prompt());
    if (!line) return verdict;
    const Exploration::Answer answer = exploration.execute(*line);
    if (!answer.ok)
      run.err << (scripted ? fmt::format("{}:{}: ", run.arguments.text("script"), number) : "") << answer.text;
    else
      run.out << answer.text << std::flush;
    if (answer.quit) return verdict;
    if (!answer.ok && scripted) return exit_input;
  }
}

// Of other models a violation is shown, as the steps of its trace.
ExitCode explain_by_trace(Run& run, const std::string& language) {
  for (const char* option : {"formula", "strategy", "start", "stop", "all-different", "observe", "abstract", "choose",
                             "alternatives", "interactive", "script"})
    if (run.arguments.has(option))
      return usage_error(run, fmt::format("`--{}` is about proofs for SMV models, not for .{}", option, language),
                         "without it the trace of a violation is shown step by step");
  return language == "ots" ? run_falsify(run) : run_paths(run);
}

}  // namespace

ExitCode run_explain(Run& run) {
  const Arguments& a = run.arguments;
  ExploreOptions options;
  if (const std::string wrong = read_explore_options(a, options); !wrong.empty()) return usage_error(run, wrong);
  const std::string language = language_of(a);
  if (a.operands.size() > 1 && language != "c") return usage_error(run, "`whynot explain` takes one model");
  if (!a.operands.empty() && language != "smv") return explain_by_trace(run, language);
  session::Workbench workbench(run.context);
  if (const ExitCode code = open_model(run, workbench); code != exit_ok) return code;
  auto names = asked_for(run, workbench);
  if (!names) return fail_with_diagnostics(run, workbench, exit_input);
  if (names->empty() && workbench.program().properties.size() == 1)
    names->push_back(workbench.program().properties[0].name);
  if (names->empty())
    return usage_error(run, "`whynot explain` needs a property", "name one with -p, or give a formula with -f");
  std::vector<Property> selected;
  if (!workbench.select(*names, selected)) return fail_with_diagnostics(run, workbench, exit_input);
  for (const Property& property : selected)
    if (!is_explainable(workbench, property)) return fail_with_diagnostics(run, workbench, exit_input);
  Explain explain(run, workbench, options);
  if (const ExitCode code = explain.prepare(); code != exit_ok) return fail_with_diagnostics(run, workbench, code);
  if (a.has("interactive") || a.has("script")) return explore(run, workbench, selected.front(), explain.options());
  for (std::size_t i = 0; i < selected.size(); ++i) {
    tell_progress(run, workbench.report(), std::span(selected).subspan(i));
    run.context.progress(selected[i].name);
    explain.explain_one(selected[i]);
    if (!workbench.diagnostics().ok()) return fail_with_diagnostics(run, workbench, exit_input);
  }
  report::Report& report = workbench.report();
  if (const ExitCode code = write_report(run, report); code != exit_ok) return code;
  if (report.interrupted) return exit_interrupted;
  return explain.violated ? exit_violated : explain.undecided ? exit_undecided : exit_ok;
}

}  // namespace whynot::command
