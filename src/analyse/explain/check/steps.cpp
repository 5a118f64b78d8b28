// What the rules ask of the solver: is there a state, or a step, that a rule forgot?
//
// "Every state of B has a step into C" is decided by asking for a state without one.  Some step of it is read as
// a choice that other states can make, too: what is chosen as it is by default (the first of the set that an
// assignment leaves open, no change where nothing is assigned) stays so, for the rest a value is preferred.  The
// states that can make it are taken out, until none is left.
#include <algorithm>

#include "analyse/explain/check/checker.h"

namespace whynot::analyse::explain {
namespace {

constexpr std::size_t most_choices = 5000;

Expr as_next(ExprPool& pool, Expr e) {
  return substitute(pool, e, [&](Expr leaf) { return leaf.is(Op::Variable) ? pool.next(leaf) : Expr(); });
}

Value first_value(Type type) {
  if (type.is_boolean()) return Value::boolean(false);
  if (type.is_word()) return Value::word(type.width(), type.is_signed(), 0);
  return type.is(TypeKind::Enum) ? type.values().front() : Value::integer(type.lo());
}

// Of every set in an assignment one member: the preferred one, if any, or the first.
Expr member_of(ExprPool& pool, Expr sets, Type type, Expr preferred) {
  std::unordered_map<Expr, Expr, ExprHash> member;
  for_each_postorder(sets, [&](Expr e) {
    if (!e.type().is(TypeKind::Set)) {
      member[e] = e;
    } else if (e.is(Op::Ite)) {
      const Expr a = member.at(e.arg(1)), b = member.at(e.arg(2));
      member[e] = a && b ? pool.make(Op::Ite, type, {e.arg(0), a, b}) : a ? a : b;
    } else if (const Expr first = e.arity() > 0 ? member.at(e.arg(0)) : Expr(); first && preferred) {
      member[e] = pool.make(Op::Ite, type, {pool.in(preferred, e), preferred, first});
    } else {
      member[e] = first;
    }
  });
  return member.at(sets);
}

}  // namespace

Checker::Checker(const TransitionSystem& system, const Stepper& stepper, Context& context)
    : system_(system), stepper_(stepper), pool_(*system.pool), slots_(system), forms_(pool_) {
  yes_ = pool_.boolean(true);
  fair_ = pool_.temporal(Op::EG, {yes_});
  unfair_ = pool_.temporal(Op::AU, {yes_, pool_.boolean(false)});
  allowed_ = pool_.all(system.invariant_conditions());
  initial_ = pool_.and_(pool_.all(system.initial_conditions()), allowed_);
  encoding_ = std::make_unique<Encoding>(system, context);
  for (const VariableDecl& v : system.variables) {
    encoding_->know(v.variable);
    if (v.kind != VariableKind::Input) encoding_->know(pool_.next(v.variable));
  }
  step_ = encoding_->both(encoding_->literal(pool_.and_(allowed_, pool_.all(system.step_conditions()))),
                          there(allowed_));
}

// ---- places

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

// ---- steps

bool Checker::some_step(const Goal& from, const Goal& to, const std::vector<Inputs>& inputs) {
  if (from.state && to.state)
    return inputs.size() == 1 && stepper_.is_step(*from.state, inputs[0], std::nullopt, *to.state);
  return every_has_step(here(place(from)), place(to));
}

// What an input or a variable becomes: by the model, where that leaves a choice the preferred value, or the
// default without one.
Expr Checker::becomes(const VariableDecl& v, Expr preferred) const {
  if (v.kind == VariableKind::Frozen) return v.variable;
  const auto assigned = [&](const std::vector<Assignment>& all) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& a) { return a.variable == v.variable; });
    return found == all.end() ? Expr() : member_of(pool_, found->value, v.variable.type(), preferred);
  };
  if (const Expr next = assigned(system_.next_assignments)) return next;
  if (const Expr always = assigned(system_.invar_assignments)) return as_next(pool_, always);
  if (preferred) return preferred;
  return v.kind == VariableKind::Input ? pool_.constant(first_value(v.variable.type()), v.variable.type()) : v.variable;
}

// A choice by which the state has a step for which `wanted` is true, as close to the default as may be; nothing
// where there is no such step.
std::optional<Checker::Choice> Checker::choice_at(const std::vector<int>& state, Expr wanted) {
  std::vector<int> with = state;
  with.insert(with.end(), {step_, encoding_->literal(wanted)});
  const std::size_t needed = with.size();
  Choice choice;
  std::unordered_map<int, const VariableDecl*> by_default;
  for (const VariableDecl& v : system_.variables) {
    const Expr leaf = v.kind == VariableKind::Input ? v.variable : pool_.next(v.variable);
    choice[leaf] = becomes(v, {});
    with.push_back(encoding_->literal(pool_.eq(leaf, choice[leaf])));
    by_default[with.back()] = &v;
  }
  solve::Answer answer;
  while ((answer = encoding_->solve(with)) == solve::Answer::Unsat) {
    const auto blamed = std::find_if(with.begin() + static_cast<std::ptrdiff_t>(needed), with.end(),
                                     [&](int l) { return encoding_->failed(l); });
    if (blamed == with.end()) return std::nullopt;
    with.erase(blamed);
  }
  if (answer != solve::Answer::Sat) {
    stopped_ = true;
    return std::nullopt;
  }
  for (std::size_t i = needed; i < with.size(); ++i) by_default.erase(with[i]);
  for (const auto& [literal, v] : by_default) {
    const Expr leaf = v->kind == VariableKind::Input ? v->variable : pool_.next(v->variable);
    choice[leaf] = becomes(*v, pool_.constant(encoding_->value_of(leaf), v->variable.type()));
  }
  return choice;
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
    std::vector<std::pair<Expr, Value>> values;
    for (const VariableDecl& v : system_.variables)
      if (v.kind != VariableKind::Input) values.emplace_back(v.variable, encoding_->value_of(v.variable));
    std::vector<int> state;
    for (const auto& [variable, value] : values) state.push_back(encoding_->is_value(variable, value));
    const auto choice = choice_at(state, wanted);
    if (!choice) return false;
    encoding_->require({-round, -can_make(*choice, wanted)});
  }
  stopped_ = true;
  return false;
}

}  // namespace whynot::analyse::explain
