// whynot falsify, search and prove: what can be said of an invariant of an observational transition system.
#include "analyse/falsify/falsify.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <map>
#include <set>
#include <thread>

#include "analyse/falsify/graph.h"
#include "command/command.h"
#include "command/expects.h"
#include "command/explain/trace_evidence.h"
#include "command/ots_input.h"
#include "engine/ots/closure.h"
#include "engine/ots/search.h"
#include "engine/ots/symbolic.h"
#include "host/files.h"
#include "session/desk.h"
#include "session/second_solver.h"

namespace whynot::command {
namespace {

using namespace analyse::falsify;
using ots::Predicate;

constexpr std::size_t default_depth = 3;  // of the search within falsify
// Where lemmas chase each other for ever: some ten seconds of the solver's work, unless --timeout says how long.
constexpr std::uint64_t default_effort = 10'000'000;
constexpr std::uint64_t default_memory = 2ull << 30;  // a search without a depth must end somewhere
constexpr std::uint64_t most_counted = 3'000'000;     // states whose successors are counted without a depth
constexpr std::uint64_t counted_memory = 512ull << 20;
constexpr std::size_t most_certified_states = 500'000;

report::SearchSummary summary_of(const std::vector<ots::DepthCount>& depths, const std::string& scope, bool symmetry) {
  report::SearchSummary out;
  out.scope = scope;
  out.symmetry = symmetry ? "on" : "off";
  for (const ots::DepthCount& d : depths) out.depths.push_back({d.depth, d.states, d.transitions});
  return out;
}

// Counterexamples that differ in what some columns do, up to a number for each goal.
class Further {
 public:
  Further(std::size_t number, std::vector<std::size_t> columns) : number_(number), columns_(std::move(columns)) {}

  // Whether more are wanted.
  bool take(std::size_t goal, Trace trace) {
    auto& [shown, traces, tried] = goals_[goal];
    std::vector<Value> values;
    for (const Step& step : trace.steps)
      for (const std::size_t c : columns_) values.push_back(step.state[c]);
    if (shown.insert(std::move(values)).second) traces.push_back(std::move(trace));
    return traces.size() < number_ && ++tried < most_tried;
  }
  std::span<const Trace> beside_first(std::size_t goal) {
    const auto& traces = goals_[goal].traces;
    return traces.empty() ? std::span<const Trace>() : std::span(traces).subspan(1);
  }
  const Trace* first(std::size_t goal) {
    const auto& traces = goals_[goal].traces;
    return traces.empty() ? nullptr : &traces[0];
  }

 private:
  static constexpr std::size_t most_tried = 10'000;
  struct Goal {
    std::set<std::vector<Value>> shown;
    std::vector<Trace> traces;
    std::size_t tried = 0;
  };
  std::size_t number_;
  std::vector<std::size_t> columns_;
  std::map<std::size_t, Goal> goals_;
};

class OtsCommand {
 public:
  explicit OtsCommand(Run& run)
      : run_(run), arguments_(run.arguments), desk_(arguments_.operands.empty() ? "" : arguments_.operands[0], "ots") {}

  ExitCode execute() {
    if (arguments_.operands.empty())
      return usage_error(run_, fmt::format("`whynot {}` needs a specification", arguments_.command),
                         fmt::format("e.g. whynot {} nspk.ots -p SP", arguments_.command));
    if (arguments_.count("number") == 0u)
      return usage_error(run_, "`-n 0`: expected a number from 1", "without it there is one");
    if (!open_ots(arguments_, desk_, input_)) return fail_with_diagnostics(run_, desk_.report(), desk_.failure());
    for (const Diagnostic& d : desk_.report().diagnostics) run_.err << render(d, desk_.sources);
    if (!arguments_.has("memory")) run_.context.limit_memory(default_memory);
    if (const ExitCode code = write_export(); code != exit_ok) return code;
    if (arguments_.has("count"))
      count();
    else if (arguments_.command == "prove")
      for_each_goal([&](const Goal& goal) { prove_one(goal); });
    else if (arguments_.command == "falsify" || explains())
      for_each_goal([&](const Goal& goal) { falsify_one(goal); });
    else if (input_.any_scope)
      for_each_goal([&](const Goal& goal) { search_any(goal); });
    else
      search_all();
    const std::size_t told = desk_.diagnostics.all().size();
    compare_with_expects(input_, desk_.report(), desk_.diagnostics);
    report::Report& report = desk_.report();
    for (std::size_t i = told; i < report.diagnostics.size(); ++i)
      run_.err << render(report.diagnostics[i], desk_.sources);
    report.interrupted = run_.context.stopped() == Stop::Interrupted;
    if (const ExitCode code = write_report(run_, report); code != exit_ok) return code;
    const ExitCode code = conclude(run_, report);
    return code == exit_ok && cut_short_ ? exit_undecided : code;
  }

 private:
  template <class Treat>
  void for_each_goal(Treat treat) {
    std::vector<Property> open;
    for (const Goal& goal : input_.goals) open.push_back(property_of(goal));
    for (std::size_t i = 0; i < input_.goals.size(); ++i) {
      const Goal& goal = input_.goals[i];
      tell_progress(run_, desk_.report(), std::span(open).subspan(i));
      if (const Stop why = run_.context.look(); why != Stop::None && i > 0) {
        report::Falsification none;
        none.outcome = "open";
        add(result_of(goal, not_tried(run_.context, why, slowest(desk_.report())), ""), std::move(none));
        continue;
      }
      run_.context.progress(goal.predicate.name);
      treat(goal);
    }
  }

  static Property property_of(const Goal& goal) {
    return {goal.predicate.name, PropertyKind::Ots, {}, {}, goal.text, goal.where, {}};
  }

  bool symmetry(bool otherwise) const { return arguments_.text("symmetry", otherwise ? "on" : "off") == "on"; }

  unsigned threads() const {
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    return static_cast<unsigned>(std::clamp<std::uint64_t>(arguments_.count("threads").value_or(cores), 1, 256));
  }

  engine::ots::SearchOptions search_options(bool seeks) const {
    engine::ots::SearchOptions options;
    // The depth of `explain` is one of proofs.
    options.depth = arguments_.has("depth") && !explains() ? arguments_.count("depth") : arguments_.count("bound");
    options.symmetry = symmetry(seeks) && !input_.from;
    options.threads = threads();
    options.from = input_.from;
    options.memory_bytes = arguments_.bytes("memory").value_or(default_memory);
    return options;
  }

  LemmaForm form() const {
    return arguments_.text("lemma-form", "paper") == "wp" ? LemmaForm::WeakestPrecondition : LemmaForm::Paper;
  }

  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

  // What holds of all states holds of none, too: somebody should be told.
  void warn_of_no_start(const std::vector<ots::DepthCount>& depths) {
    if (depths.empty() || depths[0].states > 0 || warned_) return;
    warned_ = true;
    desk_.diagnostics.warning(
        "ots.no-initial-state",
        fmt::format("within scope `{}` no state is initial: everything holds", input_.scope().name),
        input_.ots().where);
  }

  report::PropertyResult result_of(const Goal& goal, Verdict verdict, std::string engine) {
    report::PropertyResult result;
    result.property = property_of(goal);
    result.verdict = std::move(verdict);
    result.engine = std::move(engine);
    result.seconds = seconds();
    begin_ = std::chrono::steady_clock::now();
    return result;
  }

  bool explains() const { return arguments_.command == "explain"; }

  // The finding cites the trace that the verdict carries, if any.
  void add(report::PropertyResult result, report::Falsification finding) {
    report::Report& report = desk_.report();
    finding.property = result.property.name;
    if (auto* violated = std::get_if<Violated>(&result.verdict))
      if (auto* trace = std::get_if<Trace>(&violated->evidence)) {
        finding.trace = desk_.add_trace(*trace, result.property.name);
        result.traces.push_back(finding.trace);
        if (explains()) {
          report::Evidence evidence = evidence_of_trace(arguments_, *trace, finding.property);
          evidence.traces = result.traces;
          report.findings.push_back(std::move(evidence));
        }
      }
    if (!explains() || result.traces.empty()) report.findings.push_back(std::move(finding));
    report.properties.push_back(std::move(result));
  }

  void count() {
    auto options = search_options(false);
    // Nobody said how far, and there may be no end: as far as a few seconds' work goes, the same on every machine.
    const bool open_ended = !options.depth && !is_finite() && !arguments_.has("timeout") && !arguments_.has("memory");
    Context part(run_.context, most_counted);
    if (open_ended) options.memory_bytes = counted_memory;
    const auto outcome =
        engine::ots::search(input_.ots(), input_.scope(), {}, options, open_ended ? part : run_.context);
    warn_of_no_start(outcome.depths);
    report::Falsification finding;
    finding.search = summary_of(outcome.depths, input_.scope().name, options.symmetry);
    finding.search->exhausted = outcome.exhausted;
    finding.search->stopped = outcome.stopped;
    cut_short_ = !outcome.stopped.empty() && !(open_ended && run_.context.stopped() == Stop::None);
    desk_.report().findings.push_back(std::move(finding));
  }

  // Whether the states within the scope can be told to be finitely many: every observer has a finite sort.
  bool is_finite() const {
    return std::all_of(input_.ots().observers.begin(), input_.ots().observers.end(), [&](const ots::Observer& o) {
      return ots::domain(input_.ots(), o.sort, &input_.scope()).has_value();
    });
  }

  void search_all() {
    std::vector<Predicate> predicates;
    for (const Goal& goal : input_.goals) predicates.push_back(goal.predicate);
    auto options = search_options(number() == 1);
    Further further(number(), columns());
    if (number() > 1)
      options.further = [&](std::size_t goal, Trace trace) { return further.take(goal, std::move(trace)); };
    auto outcome = engine::ots::search(input_.ots(), input_.scope(), predicates, options, run_.context);
    warn_of_no_start(outcome.depths);
    const auto doubts = doubts_of(predicates, outcome);
    for (std::size_t i = 0; i < predicates.size(); ++i) {
      const bool holds = std::holds_alternative<Holds>(outcome.verdicts[i]);
      report::Falsification finding;
      finding.outcome = std::holds_alternative<Violated>(outcome.verdicts[i]) ? "falsified"
                        : holds                                               ? "verified"
                                                                              : "open";
      finding.search = summary_of(outcome.depths, input_.scope().name, options.symmetry);
      finding.search->exhausted = outcome.exhausted;
      finding.search->stopped = outcome.stopped;
      if (const Trace* first = further.first(i)) outcome.verdicts[i] = Violated{*first};
      auto result = result_of(input_.goals[i], std::move(outcome.verdicts[i]), std::string(engine::ots::search_name));
      if (holds && !doubts.empty()) {
        result.certified = !doubts[i];
        result.certified_reason = doubts[i].value_or("");
        finding.certificate = doubts[i].value_or("the space gone through once more by the concrete semantics");
      }
      add(std::move(result), std::move(finding));
      for (const Trace& trace : further.beside_first(i))
        desk_.report().properties.back().traces.push_back(desk_.add_trace(trace, predicates[i].name));
    }
  }

  // How many counterexamples that differ are asked for, and in which columns.
  std::size_t number() const { return arguments_.command == "check" ? arguments_.count("number").value_or(1) : 1; }
  std::vector<std::size_t> columns() const {
    const auto all = make_signature(input_.ots(), input_.scope());
    const auto names = arguments_.list("different");
    std::vector<std::size_t> out;
    for (std::size_t c = 0; c < all->columns.size(); ++c)
      if (names.empty() || std::find(names.begin(), names.end(), all->columns[c].name) != names.end()) out.push_back(c);
    return out;
  }

  // With --certify, what speaks against predicates that hold over the whole space; else nothing at all.
  std::vector<std::optional<std::string>> doubts_of(std::span<const Predicate> predicates,
                                                    const engine::ots::SearchOutcome& outcome) {
    if (!arguments_.has("certify") || !outcome.exhausted) return {};
    return engine::ots::doubt_exhaustion(input_.ots(), input_.scope(), predicates, input_.from, most_certified_states,
                                         run_.context);
  }

  // Without a scope, by a solver.
  void search_any(const Goal& goal) {
    const std::size_t depth = search_options(true).depth.value_or(default_depth);
    auto found = engine::ots::search_symbolically(input_.ots(), goal.predicate, depth, run_.context);
    report::Falsification finding;
    finding.outcome = found.trace ? "falsified" : "open";
    finding.search = summary_of({}, input_.scope().name, false);
    finding.search->stopped = found.reason;
    finding.search->fewest = found.fewest;
    finding.search->enough = engine::ots::enough_elements(input_.ots(), goal.predicate, depth);
    Verdict verdict = NoneUpTo{found.none_up_to};
    if (found.trace)
      verdict = Violated{std::move(*found.trace)};
    else if (!found.complete)
      verdict = Unknown{found.reason};
    add(result_of(goal, std::move(verdict), "smt"), std::move(finding));
  }

  void prove_one(const Goal& goal) {
    const Proof proof =
        prove(input_.ots(), goal.predicate, goal.given, form(), arguments_.count("k").value_or(1), run_.context);
    report::Falsification finding;
    finding.outcome = proof.proved() ? "verified" : "open";
    finding.drawing = draw(proof, goal.predicate.name, goal.text);
    std::string undecided;
    for (const Proof::Step& step : proof.steps) {
      for (const std::string& text : step.lemmas)
        finding.lemmas.push_back(
            {fmt::format("L{}", finding.lemmas.size() + 1), goal.predicate.name, step.transition, text, "open", {}});
      if (!step.result.decided && undecided.empty())
        undecided = fmt::format("the step of `{}`: {}", step.transition, step.result.reason);
    }
    std::vector<Predicate> facts = goal.given;
    facts.insert(facts.begin(), goal.predicate);
    add_proof(goal, proof, facts, finding, undecided);
  }

  void add_proof(const Goal& goal, const Proof& proof, const std::vector<Predicate>& facts,
                 report::Falsification& finding, const std::string& undecided) {
    if (proof.proved()) {
      // What it uses is to be proved, too: all together, or by themselves where the goal takes several steps.
      const std::vector<Predicate>& used = proof.k ? goal.given : facts;
      if (!goal.given.empty() && !check_certificate(input_.ots(), used, run_.context))
        return add_relative_proof(goal, std::move(finding));
      auto result = result_of(goal, Holds{Induction_of(proof)}, "induction");
      if (!proof.k) certify(facts, result, finding);
      return add(std::move(result), std::move(finding));
    }
    if (proof.initially == analyse::falsify::Induction::Truth::No)
      return add_initial_violation(goal, std::move(finding));
    Unknown why{why_not_proved(proof, finding.lemmas.size(), undecided)};
    add(result_of(goal, std::move(why), "induction"), std::move(finding));
  }

  // "Not inductive" is a claim, which needs a state: what the solver does not know is not decided.
  static std::string why_not_proved(const Proof& proof, std::size_t lemmas, const std::string& undecided) {
    if (!undecided.empty()) return "not decided: " + undecided;
    if (proof.initially == analyse::falsify::Induction::Truth::Unknown)
      return "not decided: the solver does not know whether it holds initially";
    const std::string wanted = lemmas == 1 ? "one lemma" : fmt::format("{} lemmas", lemmas);
    const auto shown = [](const Proof::Step& step) {
      return std::any_of(step.result.cases.begin(), step.result.cases.end(),
                         [](const FailingCase& c) { return c.confirmed; });
    };
    if (std::any_of(proof.steps.begin(), proof.steps.end(), shown))
      return fmt::format("not inductive: {} to prove first", wanted);
    return fmt::format("not decided: the solver does not know whether it is inductive; {} would do", wanted);
  }

  void add_relative_proof(const Goal& goal, report::Falsification finding) {
    finding.outcome = "open";
    std::string names;
    for (const Predicate& p : goal.given) {
      names += fmt::format("{}`{}`", names.empty() ? "" : ", ", p.name);
      finding.lemmas.push_back({p.name, goal.predicate.name, "", input_.ots().invariant(p.name)->text, "open", {}});
    }
    add(result_of(goal,
                  Unknown{fmt::format("it is inductive if {} hold, which are not proved together with it", names)},
                  "induction"),
        std::move(finding));
  }

  static whynot::Induction Induction_of(const Proof& proof) { return {proof.k.value_or(1), false}; }

  // The invariant fails before anything happened.
  void add_initial_violation(const Goal& goal, report::Falsification finding) {
    auto options = search_options(true);
    options.depth = 0;
    auto outcome =
        engine::ots::search(input_.ots(), input_.scope(), std::span(&goal.predicate, 1), options, run_.context);
    const bool found = std::holds_alternative<Violated>(outcome.verdicts[0]);
    finding.outcome = found ? "falsified" : "open";
    add(result_of(goal,
                  found ? std::move(outcome.verdicts[0])
                        : Unknown{"a solver sees it fail in an initial state, but not in one within the scope"},
                  "induction"),
        std::move(finding));
  }

  void falsify_one(const Goal& goal) {
    auto options = search_options(true);
    options.depth = options.depth.value_or(default_depth);
    const auto space =
        engine::ots::explore(input_.ots(), input_.scope(), std::span(&goal.predicate, 1), options, run_.context);
    FalsifyOptions how;
    how.form = form();
    how.generalise = arguments_.text("generalise", "on") == "on";
    if (!arguments_.has("timeout")) how.effort = default_effort;
    warn_of_no_start(space->counts());
    Falsification found = falsify(input_.ots(), goal.predicate, goal.given, *space, how, run_.context);
    add_falsification(goal, std::move(found));
  }

  void add_falsification(const Goal& goal, Falsification found) {
    report::Falsification finding;
    finding.outcome = outcome_word(found.outcome);
    for (std::size_t i = 1; i < found.lemmas.size(); ++i) {  // the goal is the first
      const Lemma& l = found.lemmas[i];
      finding.lemmas.push_back({l.name, l.parent ? l.from : goal.predicate.name, l.transition, l.text,
                                std::string(status_word(l.status)), l.fails_at});
    }
    finding.search = summary_of(found.depths, found.scope, found.symmetry);
    finding.text = graph_as_text(found);
    finding.drawing = draw(found);
    Verdict verdict = Unknown{found.reason.empty() ? "lemmas are still needed" : found.reason};
    if (found.outcome == Outcome::Verified) verdict = Holds{whynot::Induction{1, false}};
    if (found.outcome == Outcome::Falsified) verdict = Violated{*found.trace};
    auto result = result_of(goal, std::move(verdict), "igf");
    if (found.outcome == Outcome::Verified) {
      std::vector<Predicate> facts;
      for (const Lemma& l : found.lemmas) facts.push_back(l.predicate);
      certify(facts, result, finding);
    }
    add(std::move(result), std::move(finding));
  }

  // With --certify a second solver answers the same questions.
  void certify(std::span<const Predicate> facts, report::PropertyResult& result, report::Falsification& finding) {
    if (!arguments_.has("certify")) return;
    const session::SecondOpinion opinion = session::ask_cvc5(certificate_scripts(input_.ots(), facts),
                                                             host::folder_of(arguments_.operands[0]), run_.context);
    result.certified = opinion.confirmed;
    if (!opinion.confirmed) result.certified_reason = opinion.reason;
    finding.certificate = opinion.confirmed ? "confirmed by cvc5" : opinion.reason;
  }

  ExitCode write_export() {
    if (!arguments_.has("export")) return exit_ok;
    const std::string path = arguments_.text("export");
    std::string error;
    const auto text = exported(input_, path, run_.context, error);
    if (!text) return usage_error(run_, error, "e.g. --export spec.maude, --export spec.smt2, --export spec.cafe");
    if (host::write_file(path, *text, error)) return exit_ok;
    run_.err << "whynot: cannot write " << error << "\n";
    return exit_io;
  }

  Run& run_;
  const Arguments& arguments_;
  session::Desk desk_;
  OtsInput input_;
  bool warned_ = false;
  bool cut_short_ = false;  // a count that did not come to its end
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

ExitCode run_falsify(Run& run) { return OtsCommand(run).execute(); }

}  // namespace whynot::command
