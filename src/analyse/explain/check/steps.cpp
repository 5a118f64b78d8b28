// What the rules ask of the solver: is there a state, or a step, that a rule forgot?
//
// "Every state of B has a step into C" is decided by asking for a state without one.  Some choice by which it
// has, found elsewhere, is one that other states can make, too: they are taken out, until none is left.
#include "analyse/explain/check/checker.h"

namespace whynot::analyse::explain {

constexpr std::size_t most_choices = 5000;

Checker::Checker(const TransitionSystem& system, const Stepper& stepper, Context& context)
    : system_(system), stepper_(stepper), context_(context), pool_(*system.pool), slots_(system), forms_(pool_) {
  yes_ = pool_.boolean(true);
  fair_ = pool_.temporal(Op::EG, {yes_});
  unfair_ = pool_.temporal(Op::AU, {yes_, pool_.boolean(false)});
  allowed_ = pool_.all(system.invariant_conditions());
  initial_ = pool_.and_(pool_.all(system.initial_conditions()), allowed_);
  start_afresh();
}

// A solver with the model alone: what was asked of the old one would be carried along.
void Checker::start_afresh() {
  encoding_ = std::make_unique<Encoding>(system_, context_);
  step_ =
      encoding_->both(encoding_->literal(pool_.and_(allowed_, pool_.all(system_.step_conditions()))), there(allowed_));
  choices_ = std::make_unique<Choices>(system_, *encoding_, step_);
  most_variables_ = 4 * encoding_->fresh() + 10'000;
}

// Every state meets the model's invariants, whether the set says so or not.
Expr Checker::within_reachable(Expr set) const {
  return pool_.and_(pool_.and_(allowed_, proof_->reachable ? proof_->reachable : yes_), set);
}

Expr Checker::place(const Goal& goal) const {
  if (!goal.state) return within_reachable(goal.set);
  std::vector<Expr> parts;
  std::size_t column = 0;
  for (const VariableDecl& v : system_.variables)
    if (v.kind != VariableKind::Input)
      parts.push_back(pool_.eq(v.variable, pool_.constant((*goal.state)[column++], v.variable.type())));
  return pool_.all(parts);
}

int Checker::there(Expr place) { return encoding_->literal(as_next(pool_, place)); }

int Checker::any_of(std::span<const int> literals) {
  int none = encoding_->literal(yes_);
  for (const int l : literals) none = encoding_->both(none, -l);
  return -none;
}

bool Checker::impossible(std::initializer_list<int> all) {
  const solve::Answer answer = encoding_->solve(std::span(all.begin(), all.size()));
  stopped_ = stopped_ || answer == solve::Answer::Stopped;
  return answer == solve::Answer::Unsat;
}

bool Checker::some_step(const Goal& from, const Goal& to, const std::vector<Inputs>& inputs) {
  if (from.state && to.state)
    return inputs.size() == 1 && stepper_.is_step(*from.state, inputs[0], std::nullopt, *to.state);
  // Steps do not lead out of the reachable states, from which a set takes its own.
  return every_has_step(here(place(from)), from.about_set() && to.about_set() ? to.set : place(to));
}

// The condition, over the current state alone, that the choice makes a step for which `wanted` is true.
int Checker::can_make(const Choice& choice, Expr wanted) {
  const auto resolved = [&](Expr e) {
    for (std::size_t round = 0; round <= system_.variables.size(); ++round) {
      const Expr again = substitute(pool_, e, [&](Expr leaf) {
        const auto found = choice.find(leaf);
        return found == choice.end() ? Expr() : found->second;
      });
      if (again == e) break;
      e = again;
    }
    return e;
  };
  const Expr conditions[] = {pool_.all(system_.step_conditions()), as_next(pool_, allowed_), wanted};
  int fine = encoding_->literal(resolved(pool_.all(conditions)));
  for (const VariableDecl& v : system_.variables)
    if (v.kind != VariableKind::Input)
      fine = encoding_->both(fine, encoding_->fits(resolved(pool_.next(v.variable)), v.variable.type()));
  return fine;
}

bool Checker::every_has_step(int from, Expr into, Expr label) {
  const Expr wanted = label ? pool_.and_(as_next(pool_, into), label) : as_next(pool_, into);
  const int round = encoding_->fresh();
  for (std::size_t i = 0; i < most_choices; ++i) {
    const int without[] = {from, here(allowed_), round};
    const solve::Answer answer = encoding_->solve(without);
    stopped_ = stopped_ || answer == solve::Answer::Stopped;
    if (answer != solve::Answer::Sat) return answer == solve::Answer::Unsat;
    std::vector<int> state;
    for (const VariableDecl& v : system_.variables)
      if (v.kind != VariableKind::Input) encoding_->fix(v.variable, state);
    const auto choice = choices_->at(state, wanted);
    stopped_ = stopped_ || choices_->stopped();
    if (!choice) return false;
    encoding_->require({-round, -can_make(*choice, wanted)});
  }
  stopped_ = true;
  return false;
}

}  // namespace whynot::analyse::explain
