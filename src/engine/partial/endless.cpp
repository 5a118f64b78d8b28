// Every fair run violates F FALSE, and none of its beginnings does: the shortest one from the last state is asked for.
#include "engine/partial/endless.h"

#include "engine/engine.h"

namespace whynot::engine::partial {
namespace {

constexpr std::size_t deepest = 60;
constexpr std::uint64_t some_effort = 40;

}  // namespace

TransitionSystem started_in(const TransitionSystem& system, const State& state) {
  TransitionSystem made = system;
  made.init_assignments.clear();
  made.init.clear();
  std::size_t column = 0;
  for (const VariableDecl& v : system.variables) {
    if (v.kind == VariableKind::Input) continue;
    made.init.push_back({system.pool->eq(v.variable, system.pool->constant(state[column++], v.variable.type())), {}});
  }
  return made;
}

std::optional<Trace> endless(const TransitionSystem& system, const Trace& trace, Context& context) {
  const TransitionSystem from_end = started_in(system, trace.steps.back().state);
  Property none;
  none.name = "goes on";
  none.kind = PropertyKind::Ltl;
  none.formula = system.pool->temporal(Op::F, {system.pool->boolean(false)});
  Query query;
  query.system = &from_end;
  query.property = &none;
  query.bound = deepest;
  const Engine& shortest = engine_with(&Powers::shortest);
  if (shortest.refuses(query)) return std::nullopt;
  const auto verdict = shortest.start(query, context)->advance(some_effort);
  const Trace* on = verdict ? trace_of(*verdict) : nullptr;
  if (!on || !on->loop) return std::nullopt;
  Trace made = trace;
  made.loop = made.steps.size() - 1 + *on->loop;
  made.closing_inputs = on->closing_inputs;
  made.steps.insert(made.steps.end(), on->steps.begin() + 1, on->steps.end());
  return made;
}

}  // namespace whynot::engine::partial
