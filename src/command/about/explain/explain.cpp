// whynot explain: the evidence for a property, as a proof of it or of its negation.
#include <fmt/format.h>

#include <algorithm>

#include "analyse/explain/show/abstract.h"
#include "analyse/explain/strategy/strategies.h"
#include "analyse/explain/walk/different.h"
#include "command/about/explain/explore.h"
#include "command/about/explain/first_screen.h"
#include "command/about/explain/run_evidence.h"
#include "command/cells.h"
#include "engine/symbolic_engine.h"
#include "expr/print.h"
#include "report/draw/witness.h"
#include "report/spelling.h"

namespace whynot::command {
namespace {

using View = report::EvidenceView;

constexpr std::size_t longest = 100'000;  // of a formula

bool is_about_one_run(const Property& property) {
  return !property.is_ctl() && property.kind != PropertyKind::Invariant && property.kind != PropertyKind::Compute;
}

// Nothing of a run can be chosen: what is about that has no meaning for LTL.
bool chooses(const Arguments& a) {
  for (const char* option :
       {"strategy", "choose", "alternatives", "all-different", "abstract", "interactive", "script", "start", "stop"})
    if (a.has(option)) return true;
  return false;
}

// What to do instead depends on what was asked.
bool is_explainable(const Arguments& arguments, session::Workbench& workbench, const Property& property) {
  if (property.is_ctl() || property.kind == PropertyKind::Invariant) return true;
  if (is_about_one_run(property) && !chooses(arguments)) return true;
  const bool compute = property.kind == PropertyKind::Compute;
  auto& error = workbench.diagnostics().error(
      "explain.not-ctl",
      fmt::format("`{}` is {}: {}", property.name, compute ? "a COMPUTE" : "an LTL property",
                  compute ? "evidence is built for CTL, LTL and invariants"
                          : "its evidence is one run, in which nothing can be chosen"),
      property.where);
  const bool given = workbench.sources().name(property.where.file) == "-f";
  const std::string check = fmt::format("`whynot check {} {}`", workbench.report().file,
                                        given ? fmt::format("-f '{}'", property.text) : "-p " + property.name);
  error.help = compute ? check + " gives its value"
                       : "leave those options out, or give a CTL formula with -f, e.g. AG (… -> AF …); " + check +
                             " shows a trace and why it fails";
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
    if (is_about_one_run(property)) return on_one_run(property);
    return is_plain_question() ? shown_at_first(property) : steered(property);
  }

  const ExploreOptions& options() const { return options_; }

 private:
  // Nothing steers the proof, and nobody says how it is found.
  bool is_plain_question() const {
    for (const char* option : {"strategy", "choose", "alternatives", "all-different", "abstract"})
      if (run_.arguments.has(option)) return false;
    return bench_.deciding().takes_any_engine();
  }

  Answer shown_at_first(const Property& property) {
    const bool patient = run_.arguments.has("depth") || run_.arguments.has("budget");
    FirstScreen screen = first_screen(bench_, property, options_, patient);
    Answer answer;
    answer.engine = screen.engine;
    answer.verdict = screen.verdict;
    if (!screen.exploration) {
      if (engine::is_conclusive(screen.verdict)) tell_without_proof(property, screen.engine);
      return answer;
    }
    report::Evidence evidence = screen.exploration->evidence(true);
    if (!screen.note.empty()) evidence.notes.push_back(screen.note);
    report_evidence(std::move(evidence), answer);
    return answer;
  }

  Answer on_one_run(const Property& property) {
    engine::Answer decided = bench_.decide(property);
    Answer answer;
    answer.engine = decided.engine;
    answer.verdict = decided.verdict;
    const Trace* trace = trace_of(decided.verdict);
    if (!trace) {
      if (engine::is_conclusive(decided.verdict)) tell_all_runs(property, decided.engine);
      return answer;
    }
    report::Evidence evidence = evidence_on_run(bench_.system(), property, *trace, options_.extent);
    evidence.traces = {bench_.cite(*trace, property.name, {&property})};
    evidence.view = options_.view;
    if (!run_.arguments.has("show")) evidence.view.show = View::Show::None;  // the trace is shown above
    evidence.drawing = report::drawing_of(evidence);
    report_evidence(std::move(evidence), answer);
    return answer;
  }

  void tell_all_runs(const Property& property, const std::string& engine) {
    auto& note = bench_.diagnostics().warning(
        "explain.all-runs",
        fmt::format("`{}` holds, as `{}` found: no run does otherwise, so there is none to show", property.name,
                    engine),
        property.where);
    note.help = "`whynot check --certify` confirms it; for a proof that can be read, ask in CTL with -f";
  }

  void tell_without_proof(const Property& property, const std::string& engine) {
    auto& note = bench_.diagnostics().warning(
        "explain.no-proof",
        fmt::format(
            "`{}` was decided by `{}`, but a proof of it takes larger decision diagrams than a first screen may",
            property.name, engine),
        property.where);
    note.help = "--depth N has no such limit; `whynot check --certify` confirms the verdict";
  }

  void report_evidence(report::Evidence evidence, Answer& answer) const {
    if (run_.arguments.has("certify")) answer.doubt = doubt_about(evidence);
    if (evidence.holds)
      answer.verdict = Holds{NoEvidence{}};
    else
      answer.verdict = Violated{NoEvidence{}};
    answer.traces.insert(answer.traces.end(), evidence.traces.begin(), evidence.traces.end());
    answer.findings.push_back(std::move(evidence));
  }

  // Every proof goes by the checker, which reads the model by itself; what it has not seen to the end is not certified.
  static std::string doubt_about(const report::Evidence& evidence) {
    if (!evidence.checked) return "the checker gave up";
    if (evidence.open > 0) return fmt::format("open: {}", report::counted(evidence.open, "goal"));
    return "";
  }

  Answer steered(const Property& property) {
    Answer answer;
    answer.engine = engine::symbolic_engine().name();
    std::vector<report::Evidence> found = find_evidence(property);
    if (found.empty()) {
      const Stop why = run_.context.stopped();
      answer.verdict =
          why != Stop::None ? undecided_by(run_.context, why) : Unknown{"decision diagrams do not take so much"};
      return answer;
    }
    for (report::Evidence& evidence : found) report_evidence(std::move(evidence), answer);
    return answer;
  }

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
      evidence.abstract.push_back(
          {to_string(bench_.pool(), step.formula, longest, &exploration.builder().names()), to_string(step.states)});
    evidence.abstract_loop = witness.loop;
    if (witness.witnesses) evidence.witnesses = to_string(*witness.witnesses);
    if (witness.steps.size() < 2 && !witness.loop)
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
      builder.call(first.builder().names());
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

// The property that is meant where none is named: the only one there is.
bool is_asked(const Arguments& a, const std::vector<Property>& properties) {
  return a.has("property") || a.has("formula") || properties.size() == 1;
}

}  // namespace

Prepared explain_system(Run& run, session::Workbench& bench, Properties& properties) {
  ExploreOptions options;
  if (const std::string wrong = read_explore_options(run.arguments, options); !wrong.empty())
    return UsageError{wrong, ""};
  if (const std::string engine = run.arguments.text("engine", "auto"); engine != "auto" && engine != "bdd")
    return UsageError{fmt::format("`whynot explain` cannot build a proof with `{}`", engine),
                      "proofs come from decision diagrams: --engine bdd, or leave it out"};
  if (!is_asked(run.arguments, properties))
    return UsageError{"`whynot explain` needs a property", "name one with -p, or give a formula with -f"};
  // Without an operator a formula could be of any kind: here it is what CTL says of initial states.
  for (Property& property : properties)
    if (property.kind == PropertyKind::Invariant && !run.arguments.has("kind") &&
        bench.sources().name(property.where.file) == "-f")
      property.kind = PropertyKind::Ctl;
  for (const Property& property : properties)
    if (!is_explainable(run.arguments, bench, property)) return Prepared::Failed{};
  auto analysis = std::make_unique<Explain>(run, bench, options);
  analysis->prepare();
  if (!bench.diagnostics().ok()) return Prepared::Failed{};
  if (run.arguments.has("interactive") || run.arguments.has("script"))
    return explore(run, bench, properties.front(), analysis->options());
  return analysis;
}

}  // namespace whynot::command
