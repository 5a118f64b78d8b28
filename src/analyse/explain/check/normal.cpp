#include "analyse/explain/check/normal.h"

namespace whynot::analyse::explain {

NormalForms::Both NormalForms::both_of(Expr root) {
  if (const auto found = known_.find(root); found != known_.end()) return found->second;
  for_each_postorder(root, [&](Expr e) {
    if (!e.type().is_boolean() || known_.count(e)) return;
    const Both both = step(e);
    known_.emplace(e, both);
    known_.emplace(both.yes, both);
    known_.emplace(both.no, Both{both.no, both.yes, both.temporal});
  });
  return known_.at(root);
}

NormalForms::Both NormalForms::fact(Expr e) {
  if (e.is(Op::Constant)) return {e, pool_.boolean(!pool_.value_of(e).is_true()), false};
  return {e, pool_.not_(e), false};
}

NormalForms::Both NormalForms::step(Expr e) {
  bool temporal = is_ctl(e.op());
  for (std::size_t i = 0; i < e.arity(); ++i)
    if (const auto a = known_.find(e.arg(i)); a != known_.end()) temporal = temporal || a->second.temporal;
  const auto arg = [&](std::size_t i) { return known_.at(e.arg(i)); };
  const Both yes{pool_.boolean(true), pool_.boolean(false)};
  switch (e.op()) {
    case Op::Not: return {arg(0).no, arg(0).yes, temporal};
    case Op::And: return {pool_.and_(arg(0).yes, arg(1).yes), pool_.or_(arg(0).no, arg(1).no), temporal};
    case Op::Or:
      if (const Expr until = denied_until(arg(0).yes, arg(1).yes)) return {pool_.not_(until), until};
      return {pool_.or_(arg(0).yes, arg(1).yes), pool_.and_(arg(0).no, arg(1).no), temporal};
    case Op::Implies: return {pool_.or_(arg(0).no, arg(1).yes), pool_.and_(arg(0).yes, arg(1).no), temporal};
    case Op::EX:
    case Op::AX:
      return {pool_.temporal(e.op(), {arg(0).yes}), pool_.temporal(e.is(Op::EX) ? Op::AX : Op::EX, {arg(0).no})};
    case Op::EF: return until(e, Op::EU, yes, arg(0));
    case Op::AF: return until(e, Op::AU, yes, arg(0));
    case Op::EU:
    case Op::AU: return until(e, e.op(), arg(0), arg(1));
    case Op::AG:
    case Op::EG: {
      const Both opposite = until(e, e.is(Op::AG) ? Op::EU : Op::AU, yes, {arg(0).no, arg(0).yes});
      return {opposite.no, opposite.yes};
    }
    default: break;
  }
  if (!temporal) return fact(e);
  const Expr a = arg(0).yes, no_a = arg(0).no;  // Iff and the like: one side, or the other
  const Both b = arg(1), c = e.is(Op::Ite) ? arg(2) : Both{b.no, b.yes};
  const Both both{pool_.or_(pool_.and_(a, b.yes), pool_.and_(no_a, c.yes)),
                  pool_.or_(pool_.and_(a, b.no), pool_.and_(no_a, c.no))};
  return e.is(Op::Xor) ? Both{both.no, both.yes} : both;
}

// !A [TRUE U b] is EG !b; the other negations stand for themselves.
NormalForms::Both NormalForms::until(Expr e, Op op, Both hold, Both goal) {
  const Expr made = pool_.temporal(op, {hold.yes, goal.yes}, bounds_of(e));
  if (op == Op::EU || !bounds_of(e).unbounded() || hold.yes != pool_.boolean(true)) return {made, pool_.not_(made)};
  return {made, pool_.temporal(Op::EG, {goal.no})};
}

// Of E [!b U !a & !b] and EG !b, which together deny it, A [a U b].
Expr NormalForms::denied_until(Expr blocked, Expr never) {
  if (!blocked.is(Op::EU) || !never.is(Op::EG) || !bounds_of(blocked).unbounded()) return {};
  const Expr not_b = never.arg(0), end = blocked.arg(1);
  if (blocked.arg(0) != not_b || !end.is(Op::And) || end.arg(1) != not_b) return {};
  const Expr a = opposite_of(end.arg(0));
  return a == pool_.boolean(true) ? Expr() : pool_.temporal(Op::AU, {a, opposite_of(not_b)});
}

}  // namespace whynot::analyse::explain
