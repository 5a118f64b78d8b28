// Takes conjuncts apart; one that gives a value to an unassigned variable becomes an assignment.
#include "rewrite/definitions.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace whynot::rewrite {
namespace {

using Variables = std::unordered_set<Expr, ExprHash>;

struct Definition {
  Expr leaf, value;
};

bool occurs(Expr leaf, Expr in) {
  bool found = false;
  for_each_postorder(in, [&](Expr e) { found = found || e == leaf; });
  return found;
}

// The ways to read a conjunct as `leaf = value`.
std::vector<Definition> readings(ExprPool& pool, Expr conjunct, Op leaf) {
  if (conjunct.is(leaf)) return {{conjunct, pool.boolean(true)}};
  if (conjunct.is(Op::Not) && conjunct.arg(0).is(leaf)) return {{conjunct.arg(0), pool.boolean(false)}};
  std::vector<Definition> found;
  if (conjunct.is(Op::Eq) || conjunct.is(Op::Iff))
    for (std::size_t i = 0; i < 2; ++i)
      if (conjunct.arg(i).is(leaf)) found.push_back({conjunct.arg(i), conjunct.arg(1 - i)});
  return found;
}

// Moves what defines a variable that `may_define` lets through from the constraints to the assignments.
template <class MayDefine>
void move_definitions(ExprPool& pool, Op leaf, std::vector<Constraint>& constraints,
                      std::vector<Assignment>& assignments, MayDefine may_define) {
  std::vector<Constraint> kept;
  for (const Constraint& constraint : constraints)
    for (Expr conjunct : conjuncts(constraint.condition)) {
      bool moved = false;
      for (const auto& [target, value] : readings(pool, conjunct, leaf)) {
        const Expr variable = target.is(Op::Next) ? target.arg(0) : target;
        if (occurs(target, value) || !may_define(variable)) continue;
        assignments.push_back({variable, value, constraint.where});
        moved = true;
        break;
      }
      if (!moved) kept.push_back({conjunct, constraint.where});
    }
  constraints = std::move(kept);
}

Variables targets(const std::vector<Assignment>& assignments) {
  Variables found;
  for (const Assignment& a : assignments) found.insert(a.variable);
  return found;
}

}  // namespace

std::vector<Expr> conjuncts(Expr root) {
  std::vector<Expr> found, open = {root};
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    if (e.is(Op::And) && e.type().is_boolean()) {
      open.push_back(e.arg(1));
      open.push_back(e.arg(0));
    } else {
      found.push_back(e);
    }
  }
  return found;
}

TransitionSystem find_definitions(const TransitionSystem& system) {
  TransitionSystem result = system;
  Variables state, frozen;
  for (const VariableDecl& v : system.variables) {
    if (v.kind == VariableKind::State) state.insert(v.variable);
    if (v.kind == VariableKind::Frozen) frozen.insert(v.variable);
  }
  Variables always = targets(system.invar_assignments), next = targets(system.next_assignments),
            init = targets(system.init_assignments);
  move_definitions(*system.pool, Op::Next, result.trans, result.next_assignments,
                   [&](Expr x) { return state.count(x) && !always.count(x) && next.insert(x).second; });
  // What holds always leaves no room for an assignment of the first or the next value.
  move_definitions(*system.pool, Op::Variable, result.invar, result.invar_assignments, [&](Expr x) {
    return state.count(x) && !next.count(x) && !init.count(x) && always.insert(x).second;
  });
  move_definitions(*system.pool, Op::Variable, result.init, result.init_assignments, [&](Expr x) {
    return (state.count(x) || frozen.count(x)) && !always.count(x) && init.insert(x).second;
  });
  return result;
}

}  // namespace whynot::rewrite
