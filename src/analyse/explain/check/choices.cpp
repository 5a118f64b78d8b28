#include "analyse/explain/check/choices.h"

#include <algorithm>

namespace whynot::analyse::explain {
namespace {

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

Expr as_next(ExprPool& pool, Expr e) {
  return substitute(pool, e, [&](Expr leaf) { return leaf.is(Op::Variable) ? pool.next(leaf) : Expr(); });
}

// What an input or a variable becomes: by the model, where that leaves a choice the preferred value, or the
// default without one.
Expr Choices::becomes(const VariableDecl& v, Expr preferred) const {
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

// Defaults that the step cannot have are given up one by one.
std::optional<Choice> Choices::at(const std::vector<int>& state, Expr wanted) {
  std::vector<int> with = state;
  with.insert(with.end(), {step_, encoding_.literal(wanted)});
  std::vector<const VariableDecl*> by_default, by_value;
  Choice choice;
  for (const VariableDecl& v : system_.variables) {
    choice[target(v)] = becomes(v, {});
    by_default.push_back(&v);
    with.push_back(encoding_.literal(pool_.eq(target(v), choice[target(v)])));
  }
  const auto needed = static_cast<std::ptrdiff_t>(with.size() - by_default.size());
  solve::Answer answer;
  while ((answer = encoding_.solve(with)) == solve::Answer::Unsat) {
    const auto blamed = std::find_if(with.begin() + needed, with.end(), [&](int l) { return encoding_.failed(l); });
    if (blamed == with.end()) return std::nullopt;
    const auto v = by_default.begin() + (blamed - with.begin() - needed);
    by_value.push_back(*v);
    by_default.erase(v);
    with.erase(blamed);
  }
  stopped_ = answer == solve::Answer::Stopped;
  if (stopped_) return std::nullopt;
  for (const VariableDecl* v : by_value)
    choice[target(*v)] = becomes(*v, pool_.constant(encoding_.value_of(target(*v)), v->variable.type()));
  return choice;
}

}  // namespace whynot::analyse::explain
