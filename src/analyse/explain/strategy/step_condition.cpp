#include "analyse/explain/strategy/step_condition.h"

namespace whynot::analyse::explain {

StepCondition::StepCondition(const TransitionSystem& system, Expr condition)
    : slots_(system), compiled_(*system.pool, condition, [this](Expr leaf) { return slots_.of(leaf); }) {}

bool StepCondition::is_met(const State& from, const State& to) const {
  const Value value = compiled_.run(slots_.values(from, nullptr, &to));
  return !value.defined() || value.is_true();
}

Expr after_step(const TransitionSystem& system, Expr condition, const State& from) {
  const Slots slots(system);
  ExprPool& pool = *system.pool;
  return substitute(pool, condition, [&](Expr leaf) {
    if (leaf.is(Op::Next)) return leaf.arg(0);
    const Value& value = from[slots.of(leaf)];
    return value.defined() ? pool.constant(value, leaf.type()) : Expr();
  });
}

}  // namespace whynot::analyse::explain
