#include "command/about/decide.h"

#include <algorithm>

#include "analyse/variants/quiet.h"
#include "command/about/beside/branching.h"
#include "command/about/beside/relevant.h"
#include "command/about/why_contrast.h"
#include "engine/certify.h"
#include "session/subformulas.h"
#include "session/why.h"

namespace whynot::command {
namespace {

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
  while (traces.size() < options.number) {
    const Verdict verdict = search->next();
    const Trace* trace = trace_of(verdict);
    if (!trace) {
      complete = !std::holds_alternative<Unknown>(verdict);
      break;
    }
    traces.push_back(*trace);
  }
  return traces.empty() ? first : traces;
}

}  // namespace

Answer decide(session::Workbench& bench, const Property& property, const DecideOptions& options) {
  return complete(bench, property, bench.decide(property), options);
}

Answer complete(session::Workbench& bench, const Property& property, engine::Answer found,
                const DecideOptions& options) {
  Answer answer;
  answer.engine = found.engine;
  std::vector<Trace> traces;
  if (const Trace* trace = trace_of(found.verdict)) traces.push_back(*trace);
  if (!traces.empty() && options.number > 1)
    traces = several_traces(bench, bench.query(property), options, std::move(traces), answer.complete);
  // Of one alone, what need not change does not; of several each has its own reason to differ.
  if (traces.size() == 1 && options.number == 1)
    traces[0] = analyse::variants::quieter(bench.system(), bench.stepper(), property, std::move(traces[0]));
  for (const Trace& trace : traces) {
    answer.traces.push_back(bench.cite(trace, property.name, {&property}));
    if (options.subformulas)
      bench.report().traces.back().subformulas = session::subformulas_on(bench.system(), property, trace);
  }
  if (!traces.empty()) {
    session::Why why = session::explain_failure(bench.system(), property, traces.front());
    answer.why = std::move(why.sentence);
    answer.causes = std::move(why.causes);
    if (options.contrast) answer.contrast = contrast_line(bench, property, traces.front());
    if (options.relevant) answer.relevant = relevant_columns(bench, traces.front(), answer.causes);
    found.verdict = Violated{traces.front()};
  }
  if (options.certify) answer.doubt = engine::doubt(bench.query(property), found, bench.context()).value_or("");
  answer.verdict = std::move(found.verdict);
  if (traces.empty()) tell_break(bench, property, answer);
  return answer;
}

}  // namespace whynot::command
