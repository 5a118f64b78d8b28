// whynot explain: the evidence for a property, as a proof of it or of its negation.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <sstream>

#include "analyse/explain/show/abstract.h"
#include "analyse/explain/strategy/strategies.h"
#include "analyse/explain/walk/different.h"
#include "command/about/explain/exploration.h"
#include "command/cells.h"
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

class Explain final : public Analysis {
 public:
  Explain(Run& run, session::Workbench& bench, ExploreOptions options)
      : run_(run), bench_(bench), options_(std::move(options)) {}

  // Reads what the options name; errors are in the diagnostics.
  void prepare() {
    const Arguments& a = run_.arguments;
    if (a.has("start"))
      if (const Expr e = part_named(bench_, a.text("start"))) options_.view.start = to_string(bench_.pool(), e);
    if (a.has("stop"))
      if (const Expr e = part_named(bench_, a.text("stop"))) {
        options_.view.stop = to_string(bench_.pool(), e);
        options_.extent.stops.push_back(e);
      }
    bench_.knows_columns(a.list("observe"));
    if (options_.view.show == View::Show::Names) bench_.knows_columns(options_.view.columns);
    if (!options_.strategy.empty() && bench_.diagnostics().ok()) strategies_from(bench_, options_.strategy);
  }

  Answer treat(const Property& property) override {
    Answer answer;
    answer.engine = engine::symbolic_engine().name();
    std::vector<report::Evidence> found = find_evidence(property);
    if (found.empty()) {
      const Stop why = run_.context.stopped();
      answer.verdict =
          why != Stop::None ? undecided_by(run_.context, why) : Unknown{"decision diagrams do not take so much"};
      return answer;
    }
    if (found.back().holds)
      answer.verdict = Holds{NoEvidence{}};
    else
      answer.verdict = Violated{NoEvidence{}};
    for (report::Evidence& evidence : found) {
      answer.traces.insert(answer.traces.end(), evidence.traces.begin(), evidence.traces.end());
      answer.findings.push_back(std::move(evidence));
    }
    return answer;
  }

  const ExploreOptions& options() const { return options_; }

 private:
  // Several with --all-different; none where the context said stop.
  std::vector<report::Evidence> find_evidence(const Property& property) {
    ExploreOptions options = options_;
    if (run_.arguments.has("abstract"))
      options.strategy = "largest" + (options_.strategy.empty() ? "" : ", " + options_.strategy);
    options.whole = run_.arguments.has("abstract");  // states are counted
    if (run_.arguments.has("all-different")) options.speaks_of = observed(property);
    std::vector<report::Evidence> all;
    Exploration exploration(bench_, property, options);
    if (!exploration.begin()) return all;
    make_choices(exploration);
    if (run_.arguments.has("all-different") && several(exploration, all)) return all;
    report::Evidence evidence = exploration.evidence(!run_.arguments.has("abstract"));
    if (run_.arguments.has("abstract")) add_abstract(exploration, evidence);
    if (run_.arguments.has("alternatives")) list_alternatives(exploration, evidence);
    if (const auto habit = exploration.suggestion()) evidence.suggestion = {habit->strategy, habit->times};
    tell_trouble(exploration.builder());
    all.push_back(std::move(evidence));
    return all;
  }

  void make_choices(Exploration& exploration) {
    for (const std::string& text : run_.arguments.all("choose")) {
      const auto choice = read_goal_choice(text);
      if (const std::string wrong = exploration.choose_at(choice->goal, choice->number); !wrong.empty())
        bench_.diagnostics().error("explain.choice", fmt::format("`--choose {}`: {}", text, wrong),
                                   exploration.property().where);
    }
  }

  void list_alternatives(Exploration& exploration, report::Evidence& evidence) {
    const std::string goal = run_.arguments.text("alternatives");
    evidence.alternatives = exploration.alternatives_at(goal);
    if (!evidence.alternatives)
      bench_.diagnostics().error("explain.choice", fmt::format("there is no goal `{}`", goal),
                                 exploration.property().where);
  }

  void tell_trouble(explain::Builder& builder) {
    for (const auto& s : builder.strategies())
      if (!s->trouble.empty()) bench_.diagnostics().warning("explain.script", s->trouble, {1, 0, 0});
  }

  void add_abstract(Exploration& exploration, report::Evidence& evidence) {
    const explain::AbstractWitness witness = explain::abstract_witness(exploration.builder());
    for (const auto& step : witness.steps)
      evidence.abstract.push_back({to_string(bench_.pool(), step.formula), to_string(step.states)});
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
    for (const VariableDecl& v : bench_.system().variables) {
      if (v.kind == VariableKind::Input) continue;
      const std::string& name = bench_.pool().name_of(v.variable);
      const auto parts = support(property.formula);
      const bool wanted = names.empty() ? std::find(parts.begin(), parts.end(), v.variable) != parts.end()
                                        : std::find(names.begin(), names.end(), name) != names.end();
      if (wanted) found.push_back(v.variable);
    }
    return found;
  }

  // False where there is but one way.
  bool several(Exploration& first, std::vector<report::Evidence>& all) {
    const explain::Proof& proof = first.builder().proof();
    if (proof.runs == explain::Runs::Finite || !proof.at(proof.root).goal.state) return false;
    explain::Variants variants = explain::variants_of(bench_.system(), first.builder().oracle(),
                                                      proof.at(proof.root).goal.formula, observed(first.property()));
    if (variants.all.empty()) return false;
    for (explain::Variant& variant : variants.all) {
      explain::Builder builder(bench_.system(), first.builder().oracle(), run_.context);
      explain::Strategies strategies;
      strategies.push_back(std::move(variant.strategy));
      if (!options_.strategy.empty())
        if (auto more = strategies_from(bench_, options_.strategy))
          std::move(more->begin(), more->end(), std::back_inserter(strategies));
      builder.use(std::move(strategies));
      if (!builder.start(first.property())) return true;
      explain::expand_below(builder, builder.proof().root, options_.extent);
      report::Evidence evidence = evidence_of(bench_, builder, first.checker(), first.property(), true);
      evidence.label = variant.label;
      evidence.strategies.clear();
      show_as(bench_, builder, options_.view, evidence);
      if (&variant == &variants.all.back())
        evidence.notes.push_back(variants.complete ? "these are all that differ in what they prove"
                                                   : "there may be more: too many values were observed");
      all.push_back(std::move(evidence));
    }
    return true;
  }

  Run& run_;
  session::Workbench& bench_;
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

// The property that is meant where none is named: the only one there is.
bool is_asked(const Arguments& a, const std::vector<Property>& properties) {
  return a.has("property") || a.has("formula") || properties.size() == 1;
}

}  // namespace

Prepared explain_system(Run& run, session::Workbench& bench, Properties& properties) {
  ExploreOptions options;
  if (const std::string wrong = read_explore_options(run.arguments, options); !wrong.empty())
    return UsageError{wrong, ""};
  if (!is_asked(run.arguments, properties))
    return UsageError{"`whynot explain` needs a property", "name one with -p, or give a formula with -f"};
  for (const Property& property : properties)
    if (!is_explainable(bench, property)) return Prepared::Failed{};
  auto analysis = std::make_unique<Explain>(run, bench, options);
  analysis->prepare();
  if (!bench.diagnostics().ok()) return Prepared::Failed{};
  if (run.arguments.has("interactive") || run.arguments.has("script"))
    return explore(run, bench, properties.front(), analysis->options());
  return analysis;
}

}  // namespace whynot::command
