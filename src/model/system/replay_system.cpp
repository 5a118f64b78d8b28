// A trace is replayed in two parts: is it a run of the system (types, initial state, steps, loop), as the Stepper says;
// and does it show what is claimed, as the definition of the property's operators says on this one trace.
#include "model/system/replay_system.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "expr/evaluate.h"
#include "model/system/path_formula.h"
#include "model/system/slots.h"
#include "model/system/truth.h"

namespace whynot {
namespace {

std::optional<Refusal> refuse(std::size_t step, std::string reason) { return Refusal{step, std::move(reason)}; }

// The first column whose value is not of its type.
std::optional<std::string> ill_typed(const std::vector<Value>& values, const std::vector<Column>& columns) {
  if (values.size() != columns.size())
    return fmt::format("it has {} values where the model has {} columns", values.size(), columns.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!columns[i].type.contains(values[i]))
      return fmt::format("{} = {} is not of type {}", columns[i].name, values[i].to_string(),
                         columns[i].type.to_string());
  return std::nullopt;
}

// Fair runs are infinite: a finite trace shows none.  CTL knows justice only.
std::optional<Refusal> replay_fairness(const TransitionSystem& system, const Trace& trace, bool is_ctl) {
  if (system.justice.empty() && (is_ctl || system.compassion.empty())) return std::nullopt;
  const std::size_t last = trace.steps.size() - 1;
  if (!trace.loop) return refuse(last, "the model has fairness constraints, which only a trace with a loop can meet");
  const auto on_loop = [&](Expr condition) {
    const TraceTruth truth(system, trace, condition);
    for (std::size_t i = *trace.loop; i <= last; ++i)
      if (truth.at(condition, i) == Truth::True) return true;
    return false;
  };
  for (const Constraint& justice : system.justice)
    if (!on_loop(justice.condition)) return refuse(*trace.loop, "the loop never meets a fairness constraint");
  for (const Compassion& c : system.compassion)
    if (!is_ctl && on_loop(c.p) && !on_loop(c.q))
      return refuse(*trace.loop, "the loop does not meet a compassion constraint");
  return std::nullopt;
}

// Which position, if any, makes the invariant false.
std::optional<Refusal> replay_invariant(const TransitionSystem& system, const Trace& trace, Expr formula,
                                        Polarity polarity) {
  const TraceTruth truth(system, trace, formula);
  bool violated = false;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) violated = violated || truth.at(formula, i) == Truth::False;
  if (violated == (polarity == Polarity::Violating)) return std::nullopt;
  return refuse(trace.steps.size() - 1,
                violated ? "the invariant is violated on the trace" : "the invariant holds in every step");
}

std::optional<Refusal> replay_path(const TransitionSystem& system, const Trace& trace, Expr formula, Polarity polarity,
                                   bool is_ctl) {
  if (auto refusal = replay_fairness(system, trace, is_ctl)) return refusal;
  const Truth wanted = polarity == Polarity::Violating ? Truth::False : Truth::True;
  const Truth found = TraceTruth(system, trace, formula).at(formula, 0);
  if (found == wanted) return std::nullopt;
  if (found == Truth::Unknown) return refuse(0, "the trace is too short to tell: what is missing lies beyond its end");
  return refuse(0, found == Truth::True ? "the property holds on the trace" : "the property is violated on the trace");
}

}  // namespace

std::optional<Refusal> replay_run(const Stepper& stepper, const Trace& trace, bool from_initial) {
  if (trace.steps.empty()) return refuse(0, "the trace has no steps");
  const Signature& signature = *stepper.signature();
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    if (auto reason = ill_typed(trace.steps[i].state, signature.columns)) return refuse(i, *reason);
    if (i > 0)
      if (auto reason = ill_typed(trace.steps[i].inputs, signature.inputs)) return refuse(i, *reason);
  }
  if (from_initial && !stepper.is_initial(trace.steps[0].state)) return refuse(0, "step 0 is not an initial state");
  for (std::size_t i = 1; i < trace.steps.size(); ++i) {
    const Step& to = trace.steps[i];
    if (!stepper.is_step(trace.steps[i - 1].state, to.inputs, to.action, to.state))
      return refuse(i, fmt::format("step {} is not a successor of step {}", i, i - 1));
  }
  if (!trace.loop) return std::nullopt;
  const std::size_t last = trace.steps.size() - 1;
  if (*trace.loop > last) return refuse(last, "the loop starts after the last step");
  if (!stepper.is_step(trace.steps[last].state, trace.closing_inputs, trace.closing_action,
                       trace.steps[*trace.loop].state))
    return refuse(last, fmt::format("step {} does not lead back to step {}", last, *trace.loop));
  return std::nullopt;
}

std::optional<Refusal> replay_system(const TransitionSystem& system, const Stepper& stepper, const Trace& trace,
                                     const Property& property, Polarity polarity, bool from_initial) {
  if (auto refusal = replay_run(stepper, trace, from_initial)) return refusal;
  if (property.kind == PropertyKind::Invariant) return replay_invariant(system, trace, property.formula, polarity);
  if (property.is_ltl()) return replay_path(system, trace, property.formula, polarity, false);
  if (property.is_ctl()) {
    if (const Expr path = path_formula(*system.pool, property.formula, polarity))
      return replay_path(system, trace, path, polarity, true);
    return std::nullopt;  // no single trace settles it: being a run is all that can be checked here
  }
  return std::nullopt;
}

}  // namespace whynot
