// A disjunct of a TRANS that is the value of a DEFINE is a step of that name.  A comparison of sums is read where the
// assignment reads it: variables before the step, inputs on the way.
#include "analyse/classify/facts/named_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "expr/print.h"
#include "rewrite/definitions.h"

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t most_names = 40, most_sums = 6;
constexpr unsigned price_of_sum = 30;

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

bool is_sum(Op op) { return op == Op::Add || op == Op::Sub || op == Op::Mul || op == Op::Mod; }

bool compares_sums(Expr e) {
  if (!e.is(Op::Eq) && !e.is(Op::Lt) && !e.is(Op::Le)) return false;
  const bool is_boolean = e.arg(0).type().is(TypeKind::Boolean);
  return !is_boolean && contains_op(e, is_sum) && !contains_op(e, [](Op op) { return op == Op::Next; });
}

std::string with_holes(std::string text) {
  for (const auto& [place, hole] : {std::pair("@0", "@{1}"), std::pair("@1", "@{2}")})
    for (std::size_t at = text.find(place); at != std::string::npos; at = text.find(place, at + 1))
      text.replace(at, 2, hole);
  return text;
}

Predicate of_sum(const TransitionSystem& system, Expr sum, bool holds) {
  ExprPool& pool = *system.pool;
  const Expr before = place_of_argument(pool, 0), after = place_of_argument(pool, 1);
  const Expr here = between_positions(system, sum), said = holds ? here : pool.not_(here);
  Predicate p;
  p.name = "sum";
  p.args = {to_string(pool, holds ? sum : pool.not_(sum))};
  p.arity = 2;
  p.body = pool.and_(pool.eq(pool.arithmetic(Op::Add, before, pool.integer(1)), after), said);
  p.text = fmt::format("{} & {{1}} + 1 = {{2}}", with_holes(to_string(pool, said)));
  p.sentence = fmt::format("{} on the way from {{1}} to {{2}}", p.args[0]);
  p.variable = support(sum).front();
  p.price = price_of_sum;
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

bool is_compared_sum(const Predicate& p) { return p.name == "sum" && p.arity == 2 && p.args.size() == 1; }

std::vector<Predicate> compared_sums(const TransitionSystem& system) {
  std::vector<Expr> sums;
  for (const Assignment& a : system.next_assignments)
    for_each_postorder(a.value, [&](Expr e) {
      const bool is_new =
          compares_sums(e) && !support(e).empty() && std::find(sums.begin(), sums.end(), e) == sums.end();
      if (is_new && sums.size() < most_sums) sums.push_back(e);
    });
  std::vector<Predicate> found;
  for (Expr sum : sums)
    for (const bool holds : {true, false}) found.push_back(of_sum(system, sum, holds));
  return found;
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
