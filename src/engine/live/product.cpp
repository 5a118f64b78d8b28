// One boolean variable for each temporal operator, bound to its neighbour by the laws of model/ltl.h; what speaks of
// the step is guessed in the state before it.
#include "engine/live/product.h"

#include <fmt/format.h>

#include <unordered_map>

#include "model/ltl.h"
#include "model/property.h"

namespace whynot::engine::live {
namespace {

struct Expressions {
  ExprPool& pool;
  Expr both(Expr a, Expr b) const { return pool.and_(a, b); }
  Expr either(Expr a, Expr b) const { return pool.or_(a, b); }
};

class Maker {
 public:
  explicit Maker(const TransitionSystem& model) : pool_(*model.pool), made_{model, {}, {}} {
    for (const VariableDecl& v : model.variables) kinds_.emplace(v.variable, v.kind);
    for (std::size_t i = 0; i < model.justice.size(); ++i) made_.promises.push_back({model.justice[i].condition, i});
    first_promise_ = model.justice.size();
    made_.system.justice.clear();
    made_.system.compassion.clear();
  }

  Product make(Expr formula) {
    std::unordered_map<Expr, bool, ExprHash> is_temporal;
    for_each_postorder(formula, [&](Expr e) {
      bool found = is_ltl(e.op());
      for (std::size_t i = 0; i < e.arity(); ++i) found = found || is_temporal.at(e.arg(i));
      is_temporal.emplace(e, found);
    });
    for_each_postorder(formula, [&](Expr e) {
      if (!is_temporal.at(e)) return;
      for (std::size_t i = 0; i < e.arity(); ++i)
        if (!is_temporal.at(e.arg(i)) && !values_.count(e.arg(i))) values_.emplace(e.arg(i), atom(e.arg(i)));
      values_.emplace(e, value(e));
    });
    if (!is_temporal.at(formula)) values_.emplace(formula, atom(formula));
    made_.system.init.push_back({values_.at(formula), {}});
    if (made_.promises.empty()) made_.promises.push_back({pool_.boolean(true), std::nullopt});
    return std::move(made_);
  }

 private:
  // No name of a model has a question mark in it.
  Expr remember(Expr formula) {
    const Expr variable = pool_.variable(fmt::format("remembered?{}", made_.remembered.size()), pool_.boolean_type());
    made_.remembered.push_back(formula);
    made_.system.variables.push_back({variable, VariableKind::State, {}});
    kinds_.emplace(variable, VariableKind::State);
    return variable;
  }
  void bind(Expr condition) { made_.system.trans.push_back({condition, {}}); }
  Expr in_next(Expr e) {
    return substitute(pool_, e, [&](Expr leaf) { return leaf.is(Op::Variable) ? pool_.next(leaf) : leaf; });
  }

  Expr atom(Expr e) {
    if (!speaks_of_transition(e, [&](Expr v) { return kinds_.at(v) == VariableKind::Input; })) return e;
    const Expr guess = remember(e);
    bind(pool_.iff(guess, e));
    return guess;
  }

  Expr value(Expr e) {
    const Expr a = values_.at(e.arg(0)), b = e.arity() > 1 ? values_.at(e.arg(1)) : a;
    if (is_future(e.op())) return future(e, a, b);
    if (is_past(e.op())) return past(e, a, b);
    return unfold(e.op(), Expressions{pool_}, a, b, a);
  }

  Expr future(Expr e, Expr a, Expr b) {
    const std::size_t number = made_.remembered.size();
    const Expr later = remember(e);
    const Expr now = unfold(e.op(), Expressions{pool_}, a, b, later);
    bind(pool_.iff(later, in_next(is_shift(e.op()) ? a : now)));
    if (is_eventuality(e.op()))
      made_.promises.push_back({pool_.implies(now, has_two_operands(e.op()) ? b : a), first_promise_ + number});
    return now;
  }

  Expr past(Expr e, Expr a, Expr b) {
    const Expr before = remember(e);
    const Expr now = unfold(e.op(), Expressions{pool_}, a, b, before);
    made_.system.init_assignments.push_back({before, pool_.boolean(holds_before_start(e.op())), {}});
    made_.system.next_assignments.push_back({before, is_shift(e.op()) ? a : now, {}});
    return now;
  }

  ExprPool& pool_;
  Product made_;
  std::size_t first_promise_ = 0;
  std::unordered_map<Expr, VariableKind, ExprHash> kinds_;
  std::unordered_map<Expr, Expr, ExprHash> values_;
};

}  // namespace

Product product_of(const TransitionSystem& model, Expr formula) { return Maker(model).make(formula); }

std::vector<Expr> meaning_of_memories(const Product& product) {
  ExprPool& pool = *product.system.pool;
  std::vector<Expr> meaning;
  for (const Expr e : product.remembered) {
    Expr told = e;
    if (is_future(e.op())) told = is_shift(e.op()) ? e : pool.temporal(Op::X, {e});
    const Op before = holds_before_start(e.op()) ? Op::Z : Op::Y;
    if (is_past(e.op())) told = is_shift(e.op()) ? e : pool.temporal(before, {e});
    meaning.push_back(told);
  }
  return meaning;
}

Expr with_compassion(const TransitionSystem& model, Expr formula) {
  ExprPool& pool = *model.pool;
  for (const Compassion& c : model.compassion) {
    const Expr never = pool.temporal(Op::F, {pool.temporal(Op::G, {pool.not_(c.p)})});
    const Expr again = pool.temporal(Op::G, {pool.temporal(Op::F, {c.q})});
    formula = pool.and_(formula, pool.or_(never, again));
  }
  return formula;
}

}  // namespace whynot::engine::live
