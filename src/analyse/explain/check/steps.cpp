// What the rules ask of the solver: is there a state, or a step, that a rule forgot?
#include <unordered_set>

#include "analyse/explain/check/checker.h"

namespace whynot::analyse::explain {

Checker::Checker(const TransitionSystem& system, const Stepper& stepper, Context& context,
                 std::shared_ptr<Judged> judged)
    : system_(system), stepper_(stepper), context_(context), pool_(*system.pool), slots_(system), forms_(pool_) {
  judged_ = std::move(judged);
  yes_ = pool_.boolean(true);
  fair_ = pool_.temporal(Op::EG, {yes_});
  unfair_ = pool_.temporal(Op::AU, {yes_, pool_.boolean(false)});
  allowed_ = pool_.all(system.invariant_conditions());
  step_ = pool_.and_(allowed_, pool_.all(system.step_conditions()));
  initial_ = pool_.and_(pool_.all(system.initial_conditions()), allowed_);
  for (const VariableDecl& v : system.variables)
    if (v.kind != VariableKind::Input) now_.push_back(v.variable);
  start_afresh();
}

// A solver that knows nothing: what was asked of the old one would be carried along.
void Checker::start_afresh() {
  encoding_ = std::make_unique<check::Encoding>(system_, context_);
  most_variables_ = few_variables;
}

int Checker::a_step(check::Moment now) {
  const int step = encoding_->both(encoding_->literal(step_, now), encoding_->literal(allowed_, now + 1));
  if (most_variables_ == few_variables) most_variables_ += encoding_->size() + encoding_->size() / 4;
  return step;
}

// Every state meets the model's invariants, whether the set says so or not.
Expr Checker::within_reachable(Expr set) const {
  return pool_.and_(pool_.and_(allowed_, proof_->reachable ? proof_->reachable : yes_), set);
}

Expr Checker::place(const Goal& goal) const {
  if (!goal.state) return within_reachable(goal.set);
  std::vector<Expr> parts;
  std::size_t column = 0;
  for (const Expr v : now_) parts.push_back(pool_.eq(v, pool_.constant((*goal.state)[column++], v.type())));
  return pool_.all(parts);
}

bool Checker::is_only_initial(const State& s) { return impossible({here(initial_), -here(place({{}, s, {}}))}); }

bool Checker::impossible(std::initializer_list<int> all) {
  context_.count("proof.questions");
  const solve::Answer answer = encoding_->solve(std::span(all.begin(), all.size()));
  stopped_ = stopped_ || answer == solve::Answer::Stopped;
  return answer == solve::Answer::Unsat;
}

bool Checker::some_step(const Node& n, const Goal& to) {
  const Goal& from = n.goal;
  if (from.state && to.state)
    return n.inputs.size() == 1 && stepper_.is_step(*from.state, n.inputs[0], std::nullopt, *to.state);
  // Steps do not lead out of the reachable states, from which a set takes its own.
  return leads(n.step, place(from), from.about_set() && to.about_set() ? to.set : place(to));
}

// Whether the choice makes a step into the place from all of these states, as one question: in a reading of the model
// where each target is its value.  That may speak of the state and of what was chosen before it, so that there is one;
// whether it is of the target's type is asked, too.
bool Checker::leads(const ChoiceFunction& choice, Expr from, Expr into, Expr label) {
  std::unordered_set<Expr, ExprHash> known(now_.begin(), now_.end());
  for (const auto& [target, value] : choice) {
    for (const Expr leaf : leaves(value))
      if (!known.count(leaf)) return false;
    if ((!target.is(Op::Variable) && !target.is(Op::Next)) || !known.insert(target).second) return false;
  }
  start_afresh();
  int fine = here(yes_);
  for (const auto& [target, value] : choice) fine = encoding_->both(fine, encoding_->identify(target, value));
  for (const int part : {a_step(), there(into), here(label ? label : yes_)}) fine = encoding_->both(fine, part);
  const bool none_is_wrong = impossible({here(from), here(allowed_), -fine});
  start_afresh();
  return none_is_wrong;
}

}  // namespace whynot::analyse::explain
