// whynot classify on models whose runs are listed: specifications within a scope and a depth, and the
// counterexamples of pushdown systems that `whynot paths` streams.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "analyse/classify/listed/list_ots.h"
#include "analyse/classify/listed/list_pushdown.h"
#include "analyse/paths/paths.h"
#include "command/classes.h"
#include "command/command.h"
#include "command/ots_input.h"
#include "command/pushdown_input.h"
#include "session/desk.h"

namespace whynot::command {
namespace {

using analyse::classify::ListedRuns;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t default_classify_memory = 2ull << 30;
constexpr std::size_t default_counterexamples = 10'000;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

class ListedClasses {
 public:
  explicit ListedClasses(Run& run, std::string front) : run_(run), desk_(run.arguments.operands[0], std::move(front)) {}

  session::Desk& desk() { return desk_; }
  Run& run() { return run_; }

  // Classifies the runs; false after errors in names and predicates.
  bool treat(const Property& property, const std::string& engine, const ListedRuns& runs, Clock::time_point begin) {
    ClassesDesk classes{run_.arguments,
                        runs.graph->system(),
                        desk_.sources,
                        desk_.diagnostics,
                        desk_.report(),
                        run_.context,
                        [&](const Trace& trace, const std::string& name) { return desk_.add_trace(trace, name); }};
    front::pred::PredicateSet set;
    failure_ = read_predicates(classes, set);
    if (failure_ != exit_ok) return false;
    ClassesAsked asked{property, engine, {variables(runs, runs.own), variables(runs, runs.large)}, runs.said};
    const auto options = complete_options(classes, set, asked.left_out);
    if (!options) return false;
    const analyse::classify::Outcome outcome = classify_listed(runs, *options, run_.context);
    code_ = worse_of(code_, report_classes(classes, asked, outcome, seconds_since(begin), run_.context));
    return true;
  }

  // A property of which there is nothing to classify.
  void conclude(const Property& property, const std::string& engine, Verdict verdict, Clock::time_point begin) {
    report::PropertyResult result;
    result.property = property;
    result.engine = engine;
    result.seconds = seconds_since(begin);
    code_ = worse_of(code_, std::holds_alternative<Unknown>(verdict) ? exit_undecided : exit_ok);
    result.verdict = std::move(verdict);
    desk_.report().properties.push_back(std::move(result));
  }

  ExitCode refuse() {
    return fail_with_diagnostics(run_, desk_.report(), failure_ == exit_ok ? desk_.failure() : failure_);
  }
  ExitCode finish() {
    for (const Diagnostic& d : desk_.report().diagnostics) run_.err << render(d, desk_.sources);
    desk_.report().interrupted = run_.context.stopped() == Stop::Interrupted;
    if (const ExitCode written = write_report(run_, desk_.report()); written != exit_ok) return written;
    return code_;
  }

 private:
  static std::vector<Expr> variables(const ListedRuns& runs, const std::vector<std::string>& names) {
    std::vector<Expr> found;
    for (const VariableDecl& v : runs.graph->system().variables)
      if (std::find(names.begin(), names.end(), runs.graph->system().pool->name_of(v.variable)) != names.end())
        found.push_back(v.variable);
    return found;
  }

  Run& run_;
  session::Desk desk_;
  ExitCode code_ = exit_ok, failure_ = exit_ok;
};

// False after errors.
bool classify_automaton(ListedClasses& work, const Pds& pds, const Efsa& efsa) {
  const Arguments& a = work.run().arguments;
  const auto begin = Clock::now();
  const Property property = property_of(efsa);
  analyse::paths::PathsOptions options;
  options.limit = a.count("limit").value_or(default_counterexamples);
  analyse::paths::PathsFinding found = run_paths(pds, efsa, options, work.run().context);
  for (const Diagnostic& d : found.diagnostics) work.desk().diagnostics.add(d);
  if (!work.desk().diagnostics.ok()) return false;
  if (!std::holds_alternative<Violated>(found.verdict) || found.traces.empty()) {
    if (std::holds_alternative<Violated>(found.verdict)) found.verdict = Unknown{found.incomplete_because};
    work.conclude(property, "pushdown", std::move(found.verdict), begin);
    return true;
  }
  const analyse::classify::PushdownListing listing{
      &pds, &efsa, found.traces, found.rules, found.complete, found.incomplete_because, a.count("bound")};
  return work.treat(property, "pushdown", list_runs(listing, work.run().context), begin);
}

}  // namespace

ExitCode classify_specification(Run& run) {
  ListedClasses work(run, "ots");
  OtsInput input;
  if (!open_ots(run.arguments, work.desk(), input)) return work.refuse();
  run.context.limit_memory(default_classify_memory);
  for (const Goal& goal : input.goals) {
    run.context.progress(goal.predicate.name);
    const auto begin = Clock::now();
    const Property property{goal.predicate.name, PropertyKind::Ots, {}, {}, goal.text, goal.where, {}};
    analyse::classify::OtsListing listing{&input.ots(), &input.scope(), &goal.predicate,
                                          input.from,   std::nullopt,   false};
    listing.depth = run.arguments.has("depth") ? run.arguments.count("depth") : run.arguments.count("bound");
    listing.whole = run.arguments.text("mode") == "any";
    const auto listed = list_runs(listing, run.context);
    if (const auto* no = std::get_if<analyse::classify::NotListed>(&listed))
      work.conclude(property, "search", Unknown{no->reason}, begin);
    else if (!work.treat(property, "search", std::get<ListedRuns>(listed), begin))
      return work.refuse();
  }
  return work.finish();
}

ExitCode classify_program(Run& run) {
  ListedClasses work(run, language_of(run.arguments));
  const auto program = read_program(run, work.desk());
  if (!program) return work.refuse();
  const auto properties = asked_properties(run.arguments, program->input.properties, work.desk());
  if (!properties) return work.refuse();
  for (const Efsa* efsa : *properties) {
    run.context.progress(efsa->name);
    if (!classify_automaton(work, program->input.pds, *efsa)) return work.refuse();
  }
  return work.finish();
}

}  // namespace whynot::command
