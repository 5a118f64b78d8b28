// Defaults from the model's assignments, one member of every set; where they do not lead there, values state by
// state.
#include "analyse/explain/strategy/choices.h"

#include <algorithm>
#include <unordered_set>

#include "rewrite/definitions.h"

namespace whynot::analyse::explain {
namespace {

using engine::StateSet;

constexpr std::size_t most_cases = 2000;

Expr as_next(ExprPool& pool, Expr e) {
  return substitute(pool, e, [&](Expr leaf) { return leaf.is(Op::Variable) ? pool.next(leaf) : Expr(); });
}

// Of every set in an assignment one member: the preferred one, if any, or the first.  Null where there is none.
Expr member_of(ExprPool& pool, Expr sets, Type type, Expr preferred) {
  std::unordered_map<Expr, Expr, ExprHash> member;
  for_each_postorder(sets, [&](Expr e) {
    if (!e.type().is(TypeKind::Set)) {
      member[e] = e;
    } else if (e.is(Op::Ite)) {
      const Expr a = member.at(e.arg(1)), b = member.at(e.arg(2));
      const Expr only = a ? a : b;
      member[e] = a && b ? pool.make(Op::Ite, type, {e.arg(0), a, b}) : only;
    } else if (const Expr first = e.arity() > 0 ? member.at(e.arg(0)) : Expr(); first && preferred) {
      member[e] = pool.make(Op::Ite, type, {pool.in(preferred, e), preferred, first});
    } else {
      member[e] = first;
    }
  });
  return member.at(sets);
}

Expr assigned(const std::vector<Assignment>& all, Expr variable) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Assignment& a) { return a.variable == variable; });
  return found == all.end() ? Expr() : found->value;
}

}  // namespace

Choices::Choices(const TransitionSystem& original, engine::Oracle& oracle) : pool_(*original.pool), oracle_(oracle) {
  const TransitionSystem system = rewrite::find_definitions(original);
  std::vector<Target> targets;
  std::size_t inputs = 0, columns = 0;
  for (const VariableDecl& v : system.variables)
    targets.push_back(target_of(system, v, v.kind == VariableKind::Input ? inputs++ : columns++));
  put_in_order(std::move(targets));
}

// What the oracle does not know leads nowhere else whatever it becomes: the default will do.
Choices::Target Choices::target_of(const TransitionSystem& system, const VariableDecl& v, std::size_t place) const {
  const Type type = v.variable.type();
  const bool known = oracle_.knows(v.variable);
  if (v.kind == VariableKind::Input) return {v.variable, pool_.constant(type.value(0), type), {}, known, place};
  const Expr next = pool_.next(v.variable);
  if (v.kind == VariableKind::Frozen) return {next, v.variable, {}, false, place};
  Expr set = assigned(system.next_assignments, v.variable);
  if (const Expr always = set ? Expr() : assigned(system.invar_assignments, v.variable)) set = as_next(pool_, always);
  if (set && !set.type().is(TypeKind::Set)) return {next, set, {}, false, place};
  if (const Expr first = set ? member_of(pool_, set, type, {}) : Expr()) return {next, first, set, known, place};
  return {next, v.variable, {}, known, place};
}

// Each after those that it speaks of; where that goes round in circles some are free to be anything.
void Choices::put_in_order(std::vector<Target> targets) {
  std::unordered_set<Expr, ExprHash> waiting;
  for (const Target& t : targets) waiting.insert(t.expr);
  while (!targets.empty()) {
    const auto is_ready = [&](const Target& t) {
      const std::vector<Expr> all = leaves(t.set ? t.set : t.value);
      return std::none_of(all.begin(), all.end(), [&](Expr leaf) { return waiting.count(leaf) > 0; });
    };
    auto ready = std::find_if(targets.begin(), targets.end(), is_ready);
    if (ready == targets.end()) {
      ready = targets.begin();
      *ready = {ready->expr, ready->expr.arg(0), {}, true, ready->place};
    }
    waiting.erase(ready->expr);
    targets_.push_back(*ready);
    targets.erase(ready);
  }
}

std::vector<Expr> Choices::defaults() const {
  std::vector<Expr> values;
  for (const Target& t : targets_) values.push_back(t.value);
  return values;
}

// What is chosen, as a condition on steps; the rest is what the model says.
Expr Choices::takes(const std::vector<Expr>& values, Expr condition) const {
  std::vector<Expr> all;
  if (condition) all.push_back(condition);
  for (std::size_t i = 0; i < targets_.size(); ++i)
    if (targets_[i].open) all.push_back(pool_.eq(targets_[i].expr, values[i]));
  return pool_.all(all);
}

std::optional<ChoiceFunction> Choices::by_default() const {
  if (!oracle_.always_has_step(takes(defaults(), {}))) return std::nullopt;
  return unasked();
}

// For one state: as many defaults as lead there together, and values for the others.
std::optional<std::vector<Expr>> Choices::values_at(const State& state, const StateSet& into, Expr condition) const {
  auto step = oracle_.step(state, into, condition);
  if (!step) return std::nullopt;
  std::vector<bool> by_value(targets_.size());
  Expr kept = condition ? condition : pool_.boolean(true);
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    if (!targets_[i].open) continue;
    const Expr more = pool_.and_(kept, pool_.eq(targets_[i].expr, targets_[i].value));
    if (auto by_default = oracle_.step(state, into, more)) {
      kept = more;
      step = std::move(by_default);
    } else {
      by_value[i] = true;
    }
  }
  std::vector<Expr> values = defaults();
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    if (!by_value[i]) continue;
    const Target& t = targets_[i];
    const Type type = t.expr.type();
    const Expr value = pool_.constant(t.expr.is(Op::Next) ? step->to[t.place] : step->inputs[t.place], type);
    values[i] = t.set ? member_of(pool_, t.set, type, value) : value;
  }
  return values;
}

std::optional<ChoiceFunction> Choices::step(const StateSet& from, const StateSet& into, Expr condition) const {
  std::vector<Case> cases;
  std::vector<Expr> values = defaults();
  StateSet left = from;
  for (std::size_t tries = 0; tries < most_cases && !oracle_.stopped(); ++tries) {
    StateSet can = oracle_.intersect(left, oracle_.with_step(takes(values, condition), into));
    left = oracle_.subtract(left, can);
    if (!oracle_.is_empty(can)) cases.push_back({std::move(can), std::move(values)});
    const auto without = oracle_.pick(left);
    if (!without) return joined(cases);
    auto more = values_at(*without, into, condition);
    if (!more) break;
    values = std::move(*more);
  }
  return std::nullopt;
}

// The last case needs no condition: it is for all that are left.
ChoiceFunction Choices::joined(const std::vector<Case>& cases) const {
  ChoiceFunction all;
  std::vector<Expr> when;
  for (std::size_t k = 0; k + 1 < cases.size(); ++k) when.push_back(oracle_.describe(cases[k].states));
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    Expr value = cases.empty() ? targets_[i].value : cases.back().values[i];
    for (std::size_t k = when.size(); k-- > 0;)
      if (const Expr other = cases[k].values[i]; other != value)
        value = pool_.make(Op::Ite, targets_[i].expr.type(), {when[k], other, value});
    all.push_back({targets_[i].expr, value});
  }
  return all;
}

}  // namespace whynot::analyse::explain
