#include "model/system/slots.h"

#include <algorithm>

#include "base/check.h"

namespace whynot {

Slots::Slots(const TransitionSystem& system) {
  for (const VariableDecl& v : system.variables)
    if (v.kind != VariableKind::Input) place_.emplace(v.variable, columns_++);
  for (const VariableDecl& v : system.variables)
    if (v.kind == VariableKind::Input) place_.emplace(v.variable, columns_ + inputs_++);
}

std::uint32_t Slots::of(Expr leaf) const {
  const bool next = leaf.is(Op::Next);
  const auto found = place_.find(next ? leaf.arg(0) : leaf);
  WHYNOT_CHECK(found != place_.end(), "every variable of a condition should be declared in the system");
  return found->second + (next ? next_begin() : 0);
}

std::vector<Value> Slots::values(const State& current, const Inputs* inputs, const State* next) const {
  std::vector<Value> result(size());
  std::copy(current.begin(), current.end(), result.begin());
  if (inputs) std::copy(inputs->begin(), inputs->end(), result.begin() + inputs_begin());
  if (next) std::copy(next->begin(), next->end(), result.begin() + next_begin());
  return result;
}

std::vector<Value> Slots::around(const Trace& trace, std::size_t step) const {
  const auto after = trace.after(step);
  return values(trace.steps[step].state, trace.inputs_out_of(step), after ? &trace.steps[*after].state : nullptr);
}

}  // namespace whynot
