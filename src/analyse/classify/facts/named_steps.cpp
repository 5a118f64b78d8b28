// A disjunct of a TRANS that is the value of a DEFINE is a step of that name.
#include "analyse/classify/facts/named_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "rewrite/definitions.h"

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t most_names = 40;

void add_disjuncts(Expr e, std::vector<Expr>& found) {
  std::vector<Expr> open{e};
  while (!open.empty()) {
    const Expr next = open.back();
    open.pop_back();
    if (!next.is(Op::Or)) {
      found.push_back(next);
      continue;
    }
    for (std::size_t i = next.arity(); i-- > 0;) open.push_back(next.arg(i));
  }
}

Predicate named(const TransitionSystem& system, const Define& step) {
  ExprPool& pool = *system.pool;
  const Expr before = place_of_argument(pool, 0), after = place_of_argument(pool, 1);
  Predicate p;
  p.name = "step";
  p.args = {step.name};
  p.arity = 2;
  p.body = pool.and_(pool.eq(pool.arithmetic(Op::Add, before, pool.integer(1)), after),
                     between_positions(system, step.value));
  p.text = fmt::format("{}({{1}}, {{2}})", step.name);
  p.sentence = fmt::format("{} happens on the way from {{1}} to {{2}}", step.name);
  return p;
}

}  // namespace

Expr between_positions(const TransitionSystem& system, Expr condition) {
  ExprPool& pool = *system.pool;
  const auto is_input = [&](Expr x) {
    return std::any_of(system.variables.begin(), system.variables.end(),
                       [&](const VariableDecl& v) { return v.variable == x && v.kind == VariableKind::Input; });
  };
  std::unordered_map<Expr, Expr, ExprHash> now, then;  // with the variables of the state before, and after
  for_each_postorder(condition, [&](Expr e) {
    std::vector<Expr> args, later;
    for (std::size_t i = 0; i < e.arity(); ++i) {
      args.push_back(now.at(e.arg(i)));
      later.push_back(then.at(e.arg(i)));
    }
    if (e.is(Op::Variable)) {
      const Expr after = pool.make(Op::At, e.type(), {e}, 1);
      now.emplace(e, is_input(e) ? after : pool.make(Op::At, e.type(), {e}, 0));
      then.emplace(e, after);
    } else if (e.is(Op::Next)) {
      now.emplace(e, then.at(e.arg(0)));
      then.emplace(e, then.at(e.arg(0)));
    } else {
      now.emplace(e, args.empty() ? e : rebuild(pool, e, args));
      then.emplace(e, args.empty() ? e : rebuild(pool, e, later));
    }
  });
  return now.at(condition);
}

bool is_named_step(const Predicate& p) { return p.name == "step" && p.arity == 2 && p.args.size() == 1; }

std::vector<Predicate> named_steps(const TransitionSystem& system) {
  std::vector<Expr> choices;
  for (const Constraint& c : system.trans)
    for (Expr conjunct : rewrite::conjuncts(c.condition))
      if (conjunct.is(Op::Or)) add_disjuncts(conjunct, choices);
  std::vector<Predicate> found;
  for (const Define& d : system.defines)
    if (found.size() < most_names && std::find(choices.begin(), choices.end(), d.value) != choices.end())
      found.push_back(named(system, d));
  return found;
}

}  // namespace whynot::analyse::classify
