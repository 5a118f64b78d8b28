#include "model/system/transition_system.h"

namespace whynot {
namespace {

Expr as_condition(ExprPool& pool, Expr variable, Expr value) {
  return value.type().is(TypeKind::Set) ? pool.in(variable, value) : pool.eq(variable, value);
}

}  // namespace

std::vector<Expr> TransitionSystem::initial_conditions() const {
  std::vector<Expr> conditions;
  for (const Assignment& a : init_assignments) conditions.push_back(as_condition(*pool, a.variable, a.value));
  for (const Constraint& c : init) conditions.push_back(c.condition);
  return conditions;
}

std::vector<Expr> TransitionSystem::invariant_conditions() const {
  std::vector<Expr> conditions;
  for (const Assignment& a : invar_assignments) conditions.push_back(as_condition(*pool, a.variable, a.value));
  for (const Constraint& c : invar) conditions.push_back(c.condition);
  return conditions;
}

std::vector<Expr> TransitionSystem::step_conditions() const {
  std::vector<Expr> conditions;
  for (const Assignment& a : next_assignments)
    conditions.push_back(as_condition(*pool, pool->next(a.variable), a.value));
  for (const Constraint& c : trans) conditions.push_back(c.condition);
  for (const VariableDecl& v : variables)
    if (v.kind == VariableKind::Frozen) conditions.push_back(pool->eq(pool->next(v.variable), v.variable));
  return conditions;
}

Signature signature_of(const TransitionSystem& system) {
  Signature signature;
  for (const VariableDecl& v : system.variables) {
    Column column{system.pool->name_of(v.variable), v.variable.type(), v.where, v.kind == VariableKind::Frozen};
    (v.kind == VariableKind::Input ? signature.inputs : signature.columns).push_back(std::move(column));
  }
  return signature;
}

}  // namespace whynot
