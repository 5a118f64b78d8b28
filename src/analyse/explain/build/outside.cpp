// Assignments are evaluated one after the other, each after those that it speaks of; the conditions of the model that
// are no assignments speak of nothing that lies outside.
#include "analyse/explain/build/outside.h"

#include <algorithm>
#include <unordered_set>

#include "rewrite/definitions.h"

namespace whynot::analyse::explain {
namespace {

using LeafSet = std::unordered_set<Expr, ExprHash>;

// A variable of a state, what it becomes, and what it was.
struct Outsider {
  Expr leaf, value, before;
};

Expr value_given(const std::vector<Assignment>& all, Expr variable) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Assignment& a) { return a.variable == variable; });
  return found == all.end() ? Expr() : found->value;
}

Expr one_step_on(ExprPool& pool, Expr e) {
  return substitute(pool, e, [&](Expr leaf) { return leaf.is(Op::Variable) ? pool.next(leaf) : Expr(); });
}

// Moves those whose value speaks of none that is left to `ordered`, until there are no more.
void put_after_needs(std::vector<Outsider>& left, std::vector<Outsider>& ordered) {
  LeafSet waiting;
  for (const Outsider& t : left) waiting.insert(t.leaf);
  const auto is_ready = [&](const Outsider& t) {
    const std::vector<Expr> needs = t.value ? leaves(t.value) : std::vector<Expr>();
    return std::none_of(needs.begin(), needs.end(), [&](Expr leaf) { return waiting.count(leaf) > 0; });
  };
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t i = 0; i < left.size();) {
      if (!is_ready(left[i])) {
        ++i;
        continue;
      }
      waiting.erase(left[i].leaf);
      ordered.push_back(left[i]);
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
      moved = true;
    }
  }
}

// What the variables that `wanted` lets through become, at the start or in a step.
template <class Wanted>
std::vector<Outsider> outsiders(const TransitionSystem& system, bool start, Wanted wanted) {
  ExprPool& pool = *system.pool;
  std::vector<Outsider> found;
  for (const VariableDecl& v : system.variables) {
    if (!wanted(v.variable)) continue;
    const bool input = v.kind == VariableKind::Input;
    if (input && start) continue;
    const Expr always = value_given(system.invar_assignments, v.variable);
    if (input)
      found.push_back({v.variable, {}, {}});
    else if (start)
      found.push_back({v.variable, always ? always : value_given(system.init_assignments, v.variable), {}});
    else if (v.kind == VariableKind::Frozen)
      found.push_back({pool.next(v.variable), v.variable, {}});
    else
      found.push_back({pool.next(v.variable),
                       always ? one_step_on(pool, always) : value_given(system.next_assignments, v.variable),
                       v.variable});
  }
  return found;
}

// Whether each member of a set is one of the type, whatever the state.
bool all_fit(const ExprPool& pool, Expr value, Type type) {
  bool fit = true;
  for_each_postorder(value, [&](Expr e) {
    if (!e.type().is(TypeKind::Set) || e.is(Op::Ite)) return;
    for (std::size_t i = 0; i < e.arity(); ++i) {
      const Expr member = e.arg(i);
      if (member.type().is(TypeKind::Set) || member.type() == type) continue;
      fit = fit && member.is(Op::Constant) && type.contains(pool.value_of(member));
    }
  });
  return fit;
}

Value some_member(const Value& set, const Value& before, Type type) {
  if (before.defined() && set_contains(set, before)) return before;
  Value found;
  for_each_member(set, [&](const Value& member) {
    if (type.contains(member)) found = member;
    return !found.defined();
  });
  return found;
}

}  // namespace

std::vector<Expr> Outside::wayward(const TransitionSystem& original) {
  const TransitionSystem system = rewrite::find_definitions(original);
  std::vector<Expr> found;
  for (const auto* all : {&system.init_assignments, &system.next_assignments, &system.invar_assignments})
    for (const Assignment& a : *all)
      if (a.value.type().is(TypeKind::Set) && !all_fit(*system.pool, a.value, a.variable.type()))
        found.push_back(a.variable);
  for (const bool start : {true, false}) {
    std::vector<Outsider> left = outsiders(system, start, [](Expr) { return true; }), ordered;
    put_after_needs(left, ordered);
    for (const Outsider& t : left) found.push_back(t.leaf.is(Op::Next) ? t.leaf.arg(0) : t.leaf);
  }
  return found;
}

Outside::Outside(const TransitionSystem& original, const engine::Oracle& oracle)
    : pool_(*original.pool), slots_(original) {
  const auto unknown = [&](Expr variable) { return !oracle.knows(variable); };
  const auto& all = original.variables;
  if (std::none_of(all.begin(), all.end(), [&](const VariableDecl& v) { return unknown(v.variable); })) return;
  const TransitionSystem system = rewrite::find_definitions(original);
  for (const bool start : {true, false}) {
    std::vector<Outsider> left = outsiders(system, start, unknown), ordered;
    put_after_needs(left, ordered);
    for (const Outsider& t : ordered) (start ? start_ : step_).push_back(rule_for(t.leaf, t.before, t.value));
  }
}

Outside::Rule Outside::rule_for(Expr target, Expr before, Expr value) const {
  const std::uint32_t at = slots_.of(target);
  auto compiled =
      value ? std::make_unique<const CompiledExpr>(pool_, value, [&](Expr leaf) { return slots_.of(leaf); }) : nullptr;
  return {target.type(), at, before ? slots_.of(before) : at, std::move(compiled)};
}

void Outside::apply(const std::vector<Rule>& rules, std::vector<Value>& slots) {
  for (const Rule& rule : rules) {
    const Value before = rule.before == rule.target ? Value() : slots[rule.before];
    if (rule.value)
      slots[rule.target] = some_member(rule.value->run(slots), before, rule.type);
    else
      slots[rule.target] = before.defined() ? before : rule.type.value(0);
  }
}

void Outside::complete(State& initial) const {
  if (is_empty()) return;
  std::vector<Value> values = slots_.values(initial, nullptr, nullptr);
  apply(start_, values);
  initial = slots_.current(values);
}

void Outside::complete(const State& from, engine::Oracle::Step& step) const {
  if (is_empty()) return;
  std::vector<Value> values = slots_.values(from, &step.inputs, &step.to);
  apply(step_, values);
  step.inputs = slots_.inputs(values);
  step.to = slots_.next(values);
}

}  // namespace whynot::analyse::explain
