#include "rewrite/stopping.h"

#include "rewrite/definitions.h"

namespace whynot::rewrite {
namespace {

// No name of a model has a question mark in it.
constexpr const char* going_name = "going?";

// The value while the run goes on, and after it what the variable was before.
Expr value_or_stay(ExprPool& pool, Expr goes_on, const Assignment& a) {
  if (!a.value.type().is(TypeKind::Set)) return pool.ite(goes_on, a.value, a.variable);
  const Expr stay = pool.make(Op::SetOf, a.value.type(), {a.variable});
  return pool.make(Op::Ite, a.value.type(), {goes_on, a.value, stay});
}

}  // namespace

Stopping make_stopping(const TransitionSystem& original) {
  ExprPool& pool = *original.pool;
  Stopping made{find_definitions(original), pool.variable(going_name, pool.boolean_type())};
  TransitionSystem& system = made.system;
  const Expr goes_on = pool.next(made.going);
  system.variables.push_back({made.going, VariableKind::State, {}});
  for (Assignment& a : system.next_assignments) a.value = value_or_stay(pool, goes_on, a);
  for (Constraint& c : system.trans) c.condition = pool.implies(goes_on, c.condition);
  system.init_assignments.push_back({made.going, pool.boolean(true), {}});
  system.trans.push_back({pool.implies(goes_on, made.going), {}});
  return made;
}

}  // namespace whynot::rewrite
