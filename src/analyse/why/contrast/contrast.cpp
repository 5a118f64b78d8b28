#include "analyse/why/contrast/contrast.h"

namespace whynot::analyse::why {
namespace {

// Only where nothing but assignments ties values together does every choice that matters show in the chain.
bool is_by_assignments(const TransitionSystem& system) {
  return system.trans.empty() && system.invar.empty() && system.init.empty();
}

// The choices made otherwise at the first step that differs.
void tell_first_difference(const TransitionSystem& system, const Stepper& stepper, const Trace& trace,
                           Contrast& contrast, Context& context) {
  const Player player(system, stepper, context);
  const std::size_t at = contrast.shared;
  if (at >= contrast.run.steps.size()) return;
  const bool closes = at >= trace.steps.size();
  if (closes && !trace.loop) return;
  const std::size_t step = closes ? *trace.loop : at;
  const Step& other = contrast.run.steps[at];
  const State* from = at == 0 ? nullptr : &contrast.run.steps[at - 1].state;
  const Inputs& inputs = closes ? trace.closing_inputs : trace.steps[step].inputs;
  for (const Choice& choice : player.choices_at(from, &inputs, trace.steps[step].state, {step, 0, closes})) {
    const std::size_t column = player.column(choice.place.variable);
    const Value& taken = player.is_input(choice.place.variable) ? other.inputs[column] : other.state[column];
    if (!(taken == choice.taken)) contrast.changes.push_back({choice.place, choice.taken, taken});
  }
}

}  // namespace

Property on_runs(ExprPool& pool, const Property& property) {
  Property made = property;
  made.kind = PropertyKind::Ltl;
  made.formula = formula_on_run(pool, property);
  return made;
}

std::optional<Contrasted> contrast(const TransitionSystem& system, const Stepper& stepper, const Property& property,
                                   const Trace& trace, const Told* witness, const std::vector<Place>* roots,
                                   const ContrastEffort& effort, Context& context) {
  NearestQuestion question;
  question.formula = formula_on_run(*system.pool, property);
  if (!question.formula || !Owing::takes(question.formula)) return std::nullopt;
  question.system = &system;
  question.stepper = &stepper;
  question.trace = &trace;
  question.most = effort.most;
  question.work = effort.work;
  if (witness)
    for (const AtomTold& atom : witness->atoms)
      if (atom.is_trigger) question.triggers.push_back({atom.atom, atom.step, atom.holds});
  if (witness && roots && is_by_assignments(system)) question.roots.emplace(roots->begin(), roots->end());
  Owing owing(system, question.formula);
  Continuations continuations(owing, context, effort.questions, effort.rounds);
  Contrasted result;
  result.has_trigger = !question.triggers.empty();
  result.sealed = sealed(system, stepper, trace, owing, continuations, context);
  if (result.sealed.every_run) return result;
  result.nearest = nearest(question, owing, continuations, context);
  if (!result.nearest.best) {
    result.nearest.best = latest(system, stepper, trace, result.sealed, owing, continuations, context);
    result.by_engines = result.nearest.best.has_value();
    if (result.by_engines) tell_first_difference(system, stepper, trace, *result.nearest.best, context);
  }
  auto& best = result.nearest.best;
  if (best && !passes(system, stepper, question.formula, best->run)) best.reset();
  if (best && result.by_engines) best->keeps_trigger = keeps(system, question.triggers, best->run);
  return result;
}

}  // namespace whynot::analyse::why
