// A verdict becomes an answer: further traces where they are asked for, each cited, and why the first one fails.
#include "command/about/decide.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyse/variants/quiet.h"
#include "command/about/beside/branching.h"
#include "command/about/beside/relevant.h"
#include "command/about/why/contrast.h"
#include "engine/certify.h"
#include "engine/induction.h"
#include "model/stutter.h"
#include "session/subformulas.h"
#include "session/why.h"

namespace whynot::command {
namespace {

// Those that do something else than all before them; that a value stays for longer is nothing else.
class Distinct {
 public:
  Distinct(const Signature& signature, const std::vector<std::string>& names) {
    for (std::size_t i = 0; i < signature.columns.size(); ++i)
      if (names.empty() || std::find(names.begin(), names.end(), signature.columns[i].name) != names.end())
        columns_.push_back(i);
  }
  bool is_new(const Trace& trace) {
    Stutter shown = without_stutter(trace, columns_);
    if (std::find(seen_.begin(), seen_.end(), shown) != seen_.end()) return false;
    seen_.push_back(std::move(shown));
    return true;
  }

 private:
  std::vector<std::size_t> columns_;
  std::vector<Stutter> seen_;
};

// So many runs are looked at, at most, for `number` that are new.
std::size_t most_tried(std::size_t number) { return 4 * number + 20; }

// One run after another, each different in the columns from all before; `first` where nobody can give them.
std::vector<Trace> several_traces(session::Workbench& bench, Query query, const DecideOptions& options,
                                  std::vector<Trace> first, bool& complete) {
  for (const VariableDecl& v : bench.system().variables) {
    const std::string& name = bench.pool().name_of(v.variable);
    if (std::find(options.different.begin(), options.different.end(), name) != options.different.end())
      query.different.push_back(v.variable);
  }
  const engine::Engine& several = engine::engine_with(&engine::Powers::several);
  if (several.refuses(query)) return first;
  const auto search = several.start(std::move(query), bench.context());
  std::vector<Trace> traces;
  Distinct distinct(*bench.stepper().signature(), options.different);
  for (std::size_t tried = 0; traces.size() < options.number && tried < most_tried(options.number); ++tried) {
    const Verdict verdict = search->next();
    const Trace* trace = trace_of(verdict);
    if (!trace) {
      complete = !std::holds_alternative<Unknown>(verdict);
      break;
    }
    if (distinct.is_new(*trace)) traces.push_back(*trace);
  }
  return traces.empty() ? first : traces;
}

// A step of induction that fails, for whoever looks for a stronger property.
void show_step(session::Workbench& bench, const Property& property, std::size_t k, Answer& answer) {
  const Expr invariant = engine::invariant_of(bench.pool(), property);
  if (!invariant) return;
  const auto run = engine::step_counterexample(bench.system(), invariant, k, bench.context());
  if (!run) {
    if (!bench.context().should_stop())
      answer.contrast = fmt::format("Every step of induction with k = {} succeeds.", k);
    return;
  }
  Property claimed = property;
  claimed.kind = PropertyKind::Invariant;
  claimed.formula = invariant;
  answer.traces.push_back(bench.cite(*run, property.name, {&claimed, Polarity::Violating, false}));
  answer.contrast = fmt::format(
      "Not inductive with k = {}: the run below begins in a state that may not be reachable, and fails at its end.", k);
}

// The run that was found, and as many others as were asked for.
std::vector<Trace> traces_to_show(session::Workbench& bench, const Property& property, const engine::Answer& found,
                                  const DecideOptions& options, bool& complete) {
  std::vector<Trace> traces;
  if (const Trace* trace = trace_of(found.verdict)) traces.push_back(*trace);
  if (!traces.empty() && options.number > 1)
    traces = several_traces(bench, bench.query(property), options, std::move(traces), complete);
  // Of one alone, what need not change does not; of several each has its own reason to differ.
  if (traces.size() == 1 && options.number == 1)
    traces[0] = analyse::variants::quieter(bench.system(), bench.stepper(), property, std::move(traces[0]));
  return traces;
}

// Too long to look at each of its cells for a table, or what gives them their values is.
bool is_long(const TransitionSystem& system, const Trace& trace) {
  constexpr std::size_t most_cells = 500, most_read = 20'000;
  std::size_t read = 0;
  for (const Assignment& a : system.next_assignments) for_each_postorder(a.value, [&](Expr) { ++read; });
  const std::size_t steps = trace.steps.size();
  return trace.signature && (steps * trace.signature->columns.size() > most_cells || steps * read > most_read);
}

std::vector<std::string> cone_of_causes(session::Workbench& bench, const Property& property,
                                        const std::vector<report::Cause>& causes) {
  std::vector<std::string> columns;
  for (const report::Cause& cause : causes)
    if (std::find(columns.begin(), columns.end(), cause.column) == columns.end()) columns.push_back(cause.column);
  return cone_columns(bench, property, std::move(columns));
}

// Others may have been found instead, the shortest first.
bool may_be_longer(const engine::Answer& found, const std::vector<Trace>& traces) {
  const Trace* trace = trace_of(found.verdict);
  return found.may_be_longer && trace && !traces.empty() && traces.front().depth() >= trace->depth();
}

}  // namespace

Answer decide(session::Workbench& bench, const Property& property, const DecideOptions& options) {
  if (property.kind == PropertyKind::Cover) {
    const Property never = property.never_covered(bench.pool());
    return complete_cover(bench, property, never, bench.decide(never), options);
  }
  return complete(bench, property, bench.decide(property), options);
}

// What counterexamples were asked to differ in is shown, whether they fail by it or not.  None: all are.
static void show_too(std::vector<std::string>& relevant, const std::vector<std::string>& asked) {
  if (relevant.empty()) return;
  for (const std::string& column : asked)
    if (std::find(relevant.begin(), relevant.end(), column) == relevant.end()) relevant.push_back(column);
}

Answer complete(session::Workbench& bench, const Property& property, engine::Answer found,
                const DecideOptions& options) {
  Answer answer;
  answer.engine = found.engine;
  const std::vector<Trace> traces = traces_to_show(bench, property, found, options, answer.complete);
  answer.may_be_longer = may_be_longer(found, traces);
  for (const Trace& trace : traces) {
    answer.traces.push_back(bench.cite(trace, property.name, {&property}));
    if (options.subformulas)
      bench.report().traces.back().subformulas = session::subformulas_on(bench.system(), property, trace);
  }
  if (!traces.empty()) {
    session::Why why = session::explain_failure(bench.sources(), bench.system(), property, traces.front());
    answer.why = std::move(why.sentence);
    answer.causes = std::move(why.causes);
    answer.definitions = std::move(why.definitions);
    if (options.contrast) answer.contrast = contrast_line(bench, property, traces.front());
    answer.relevant = options.relevant || !is_long(bench.system(), traces.front())
                          ? relevant_columns(bench, property, traces.front(), answer.causes)
                          : cone_of_causes(bench, property, answer.causes);
    show_too(answer.relevant, options.different);
    found.verdict = Violated{traces.front()};
  }
  if (options.certify) answer.doubt = engine::doubt(bench.query(property), found, bench.context()).value_or("");
  answer.verdict = std::move(found.verdict);
  if (traces.empty()) tell_break(bench, property, answer);
  if (traces.empty() && options.step) show_step(bench, property, *options.step, answer);
  return answer;
}

Answer complete_cover(session::Workbench& bench, const Property& cover, const Property& never, engine::Answer found,
                      const DecideOptions& options) {
  Answer answer;
  answer.engine = found.engine;
  const std::vector<Trace> traces = traces_to_show(bench, never, found, options, answer.complete);
  answer.may_be_longer = may_be_longer(found, traces);
  for (const Trace& trace : traces) answer.traces.push_back(bench.cite(trace, cover.name, {&cover, Polarity::Passing}));
  if (!traces.empty()) found.verdict = Violated{traces.front()};
  if (options.certify) answer.doubt = engine::doubt(bench.query(never), found, bench.context()).value_or("");
  answer.verdict = session::covered(std::move(found.verdict));
  return answer;
}

}  // namespace whynot::command
