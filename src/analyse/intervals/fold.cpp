// Evaluation from the root that asks only for the operands it needs; what stays open is simplified.
#include "analyse/intervals/fold.h"

#include <array>
#include <unordered_map>

#include "expr/evaluate.h"

namespace whynot::analyse::intervals {
namespace {

Folded known(Value v, bool missing = false) { return {true, std::move(v), {}, missing}; }

bool is_defined(const Folded& f) { return !f.known || f.value.defined(); }

bool is_boolean_logic(Expr e) { return (e.is(Op::And) || e.is(Op::Or) || e.is(Op::Implies)) && e.type().is_boolean(); }

// The value of its first operand that settles the result.
bool settling(Op op) { return op == Op::Or; }

}  // namespace

void Fold::enter(Leaf leaf) {
  leaf_ = std::move(leaf);
  ++place_;
  results_.clear();
  stamp_.resize(from_.size(), 0);
  slot_.resize(from_.size(), 0);
}

Folded Fold::operator()(Expr root) {
  open_.push_back(root);
  while (!open_.empty()) {
    const Expr e = open_.back();
    if (is_done(e)) {
      open_.pop_back();
      continue;
    }
    if (push_needed(e)) continue;
    open_.pop_back();
    Folded result = combine(e);
    slot_[e.id()] = static_cast<std::uint32_t>(results_.size());
    stamp_[e.id()] = place_;
    results_.push_back(std::move(result));
  }
  return get(root);
}

// Asks for the operands that must be looked at next; false when enough is known.
bool Fold::push_needed(Expr e) {
  const auto need = [&](std::size_t i) {
    if (is_done(e.arg(i))) return false;
    open_.push_back(e.arg(i));
    return true;
  };
  if (e.is(Op::Constant) || e.is(Op::Variable) || e.is(Op::Next)) return false;
  if (e.is(Op::Ite)) {
    if (need(0)) return true;
    const Folded& condition = get(e.arg(0));
    if (!condition.known) {
      const bool first = need(1), second = need(2);
      return first || second;
    }
    return condition.value.defined() && need(condition.value.as_boolean() ? 1 : 2);
  }
  if (is_boolean_logic(e)) {
    if (need(0)) return true;
    const Folded& first = get(e.arg(0));
    if (settling(e.op()) ? first.is_true() : first.is_false()) return false;
    return need(1);
  }
  bool pushed = false;
  for (std::size_t i = 0; i < e.arity(); ++i) pushed = need(i) || pushed;
  return pushed;
}

Folded Fold::combine(Expr e) {
  if (e.is(Op::Constant)) return known(from_.value_of(e));
  if (e.is(Op::Variable) || e.is(Op::Next)) return leaf_(e);
  if (e.is(Op::Ite)) return combine_branch(e);
  if (is_boolean_logic(e)) return combine_logic(e);
  bool all_known = true, missing = false;
  for (std::size_t i = 0; i < e.arity(); ++i) {
    all_known = all_known && get(e.arg(i)).known;
    missing = missing || get(e.arg(i)).missing;
  }
  Folded result = all_known ? combine_known(e, missing) : residual(e, missing);
  if (all_known && e.type().is(TypeKind::Set)) result.residual = residual(e, missing).residual;
  return result;
}

Folded Fold::combine_known(Expr e, bool missing) {
  std::vector<Value> args;
  for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(get(e.arg(i)).value);
  Value v = evaluate_op(e, args);
  return known(v, missing && !v.defined());
}

Folded Fold::combine_branch(Expr e) {
  const Folded& condition = get(e.arg(0));
  if (condition.known && !condition.value.defined()) return known({}, condition.missing);
  if (condition.known) return get(e.arg(condition.value.as_boolean() ? 1 : 2));
  const Folded &then = get(e.arg(1)), &otherwise = get(e.arg(2));
  const bool missing = condition.missing || then.missing || otherwise.missing;
  const Expr a = as_expr(e.arg(1), then), b = as_expr(e.arg(2), otherwise);
  const bool simple = e.type().is_boolean() && is_defined(then) && is_defined(otherwise);
  Folded result = simple ? of(ite(condition.residual, a, b))
                         : Folded{false, {}, to_.make(Op::Ite, e.type(), {condition.residual, a, b}), false};
  result.missing = missing;
  return result;
}

Folded Fold::combine_logic(Expr e) {
  const Folded a = get(e.arg(0));
  if (settling(e.op()) ? a.is_true() : a.is_false()) return known(Value::boolean(!e.is(Op::And)));
  const Folded b = get(e.arg(1));
  if (a.known && b.known) return combine_known(e, a.missing || b.missing);
  if (e.is(Op::And) ? b.is_false() : b.is_true()) return known(Value::boolean(!e.is(Op::And)));
  const bool missing = a.missing || b.missing;
  if (!is_defined(a) || !is_defined(b)) return {false, {}, truth(false), true};
  const Expr x = as_expr(e.arg(0), a), y = as_expr(e.arg(1), b);
  const Expr alternative = e.is(Op::Implies) ? not_(x) : x;
  Folded result = of(e.is(Op::And) ? and_(x, y) : or_(alternative, y));
  result.missing = missing;
  return result;
}

Folded Fold::residual(Expr e, bool missing) {
  const auto part = [&](std::size_t i) { return as_expr(e.arg(i), get(e.arg(i))); };
  const auto with = [&](Expr made) {
    Folded f = e.type().is(TypeKind::Set) ? Folded{false, {}, made, false} : of(made);
    f.missing = missing;
    return f;
  };
  if (e.is(Op::Not) && e.type().is_boolean()) return with(not_(part(0)));
  if (e.is(Op::Eq))
    for (std::size_t i : {0, 1})
      if (const Folded& side = get(e.arg(i)); side.known && side.value.defined())
        return with(is_one_of(part(1 - i), side.value, e.arg(i).type()));
  if (e.is(Op::In))
    if (const Folded& element = get(e.arg(0)); element.known && element.value.defined())
      return with(is_one_of(part(1), element.value, e.arg(0).type()));
  std::vector<Expr> args;
  for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(part(i));
  return with(to_.make(e.op(), e.type(), args, e.a(), e.b()));
}

Expr Fold::is_one_of(Expr root, const Value& wanted, Type type) {
  const Expr target = constant(wanted, type);
  std::unordered_map<Expr, Expr, ExprHash> done;
  std::vector<Expr> open = {root};
  while (!open.empty()) {
    const Expr s = open.back();
    const bool is_choice = s.is(Op::Ite), is_collection = s.is(Op::SetOf) || s.is(Op::Union);
    const std::size_t before = open.size();
    for (std::size_t i = is_choice ? 1 : 0; (is_choice || is_collection) && i < s.arity(); ++i)
      if (!done.count(s.arg(i))) open.push_back(s.arg(i));
    if (open.size() != before) continue;
    open.pop_back();
    if (done.count(s)) continue;
    Expr condition;
    if (is_choice) {
      condition = ite(s.arg(0), done.at(s.arg(1)), done.at(s.arg(2)));
    } else if (is_collection) {
      condition = truth(false);
      for (std::size_t i = 0; i < s.arity(); ++i) condition = or_(condition, done.at(s.arg(i)));
    } else {
      condition = member_condition(s, target);
    }
    done.emplace(s, condition);
  }
  return done.at(root);
}

// Of a single value, or of an interval.
Expr Fold::member_condition(Expr s, Expr wanted) {
  const Type boolean = from_.boolean_type();
  const bool is_interval = s.is(Op::Interval);
  if (is_interval || s.is(Op::Constant)) {
    const Value set =
        is_interval ? evaluate_op(s, std::array{to_.value_of(s.arg(0)), to_.value_of(s.arg(1))}) : to_.value_of(s);
    return truth(set.defined() && set_contains(set, to_.value_of(wanted)));
  }
  if (boolean == s.type() && to_.value_of(wanted).is_boolean()) return to_.value_of(wanted).as_boolean() ? s : not_(s);
  return to_.make(Op::Eq, boolean, {s, wanted});
}

Expr Fold::as_expr(Expr source, const Folded& f) { return f.residual ? f.residual : constant(f.value, source.type()); }

Folded Fold::of(Expr residual) const {
  if (residual.is(Op::Constant)) return known(to_.value_of(residual));
  return {false, {}, residual, false};
}

Expr Fold::not_(Expr e) {
  if (is(e, true) || is(e, false)) return truth(is(e, false));
  return e.is(Op::Not) ? e.arg(0) : to_.make(Op::Not, e.type(), {e});
}

Expr Fold::and_(Expr a, Expr b) {
  if (is(a, false) || is(b, false)) return truth(false);
  if (is(a, true)) return b;
  return is(b, true) || a == b ? a : to_.make(Op::And, a.type(), {a, b});
}

Expr Fold::ite(Expr condition, Expr then, Expr otherwise) {
  if (is(condition, true) || then == otherwise) return then;
  if (is(condition, false)) return otherwise;
  if (is(then, true)) return or_(condition, otherwise);
  if (is(then, false)) return and_(not_(condition), otherwise);
  if (is(otherwise, true)) return or_(not_(condition), then);
  if (is(otherwise, false)) return and_(condition, then);
  return to_.make(Op::Ite, then.type(), {condition, then, otherwise});
}

}  // namespace whynot::analyse::intervals
