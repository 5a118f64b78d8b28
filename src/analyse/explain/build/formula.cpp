// Normal forms that keep the user's operators, and views on formulas that tell the rules their shape and parts.
#include "analyse/explain/build/formula.h"

#include <unordered_map>
#include <unordered_set>

#include "model/system/path_formula.h"

namespace whynot::analyse::explain {
namespace {

// What reads better with a negation pushed inwards.
bool is_plain_connective(Expr e) {
  if (!e.is(Op::Not)) return e.is(Op::And) || e.is(Op::Or) || e.is(Op::Implies);
  const Expr a = e.arg(0);
  return a.is(Op::And) || a.is(Op::Or) || a.is(Op::Implies) || a.is(Op::Not);
}

// Both polarities of every temporal subformula, bottom up.
class NormalForm {
 public:
  explicit NormalForm(ExprPool& pool) : pool_(pool) {}

  Expr run(Expr root, bool negated) {
    for_each_postorder(root, [&](Expr e) {
      if (!e.type().is_boolean()) return;
      bool temporal = is_ctl(e.op());
      for (std::size_t i = 0; i < e.arity(); ++i) temporal = temporal || temporal_.count(e.arg(i));
      if (!temporal && !is_plain_connective(e)) return set(e, e, opposite(e));
      if (temporal) temporal_.insert(e);
      step(e);
      if (!temporal) positive_[e] = e;  // what the user wrote
    });
    return negated ? n(root) : p(root);
  }

 private:
  Expr p(Expr e) const { return positive_.at(e); }
  Expr n(Expr e) const { return negative_.at(e); }

  Expr opposite(Expr e) {
    if (e.is(Op::Constant)) return pool_.boolean(!pool_.value_of(e).is_true());
    return e.is(Op::Not) ? e.arg(0) : pool_.not_(e);
  }

  void step(Expr e) {
    const Expr a = e.arg(0);
    const Expr b = e.arity() > 1 ? e.arg(1) : Expr();
    switch (e.op()) {
      case Op::Not: return set(e, n(a), p(a));
      case Op::And: return set(e, pool_.and_(p(a), p(b)), pool_.or_(n(a), n(b)));
      case Op::Or: return set(e, pool_.or_(p(a), p(b)), is_denial(a, b) ? denied(a) : pool_.and_(n(a), n(b)));
      case Op::Implies: return set(e, pool_.implies(p(a), p(b)), pool_.and_(p(a), n(b)));
      case Op::Iff:
      case Op::Eq: return set(e, pool_.iff(p(a), p(b)), pool_.xor_(p(a), p(b)));
      case Op::Xor: return set(e, pool_.xor_(p(a), p(b)), pool_.iff(p(a), p(b)));
      case Op::Ite: return set(e, pool_.ite(p(a), p(b), p(e.arg(2))), pool_.ite(p(a), n(b), n(e.arg(2))));
      case Op::EU:
      case Op::AU: return until(e);
      default: break;
    }
    set(e, again(e, e.op(), p(a)), again(e, dual_of(e.op()), n(a)));
  }

  Expr again(Expr e, Op op, Expr a) { return pool_.make(op, e.type(), {a}, e.a(), e.b()); }

  // !A [a U b] is E [!b U !a & !b] or EG !b.  No CTL formula without a negation says !E [a U b], nor with
  // bounds either.
  void until(Expr e) {
    const Expr a = e.arg(0), b = e.arg(1);
    const Expr positive = pool_.make(e.op(), e.type(), {p(a), p(b)}, e.a(), e.b());
    if (e.is(Op::EU) || !bounds_of(e).unbounded()) return set(e, positive, pool_.not_(positive));
    const Expr blocked = pool_.temporal(Op::EU, {n(b), pool_.and_(n(a), n(b))}), never = pool_.temporal(Op::EG, {n(b)});
    set(e, positive, is_false(pool_, n(a)) ? never : pool_.or_(blocked, never));
  }

  // Whether the two, as parts of a disjunction, are what `until` makes of !A [a U b]; and A [a U b] again, so that a
  // formula negated twice is itself.
  bool is_denial(Expr blocked, Expr never) const {
    if (!blocked.is(Op::EU) || !never.is(Op::EG) || !bounds_of(blocked).unbounded() || !bounds_of(never).unbounded())
      return false;
    const Expr not_b = never.arg(0), end = blocked.arg(1);
    return blocked.arg(0) == not_b && end.is(Op::And) && end.arg(1) == not_b && !is_true(pool_, n(end.arg(0)));
  }
  Expr denied(Expr blocked) { return pool_.temporal(Op::AU, {n(blocked.arg(1).arg(0)), n(blocked.arg(0))}); }

  void set(Expr e, Expr positive, Expr negative) {
    positive_[e] = positive;
    negative_[e] = negative;
  }

  ExprPool& pool_;
  std::unordered_map<Expr, Expr, ExprHash> positive_, negative_;
  std::unordered_set<Expr, ExprHash> temporal_;
};

View negated_until(ExprPool&, Expr until) {
  return {until.is(Op::EU) ? Shape::NotEU : Shape::NotAU, until.arg(0), until.arg(1), bounds_of(until)};
}

}  // namespace

Expr normal_form(ExprPool& pool, Expr formula, bool negated) { return NormalForm(pool).run(formula, negated); }

View view_of(ExprPool& pool, Expr e) {
  if (is_plain(e) && !is_plain_connective(e)) return {Shape::Atom, e, {}, {}};
  const Expr a = e.arg(0);
  const Expr b = e.arity() > 1 ? e.arg(1) : Expr();
  const auto no = [&](Expr x) { return normal_form(pool, x, true); };
  const Expr yes = pool.boolean(true);
  switch (e.op()) {
    case Op::Not: return is_plain(a) ? view_of(pool, no(a)) : negated_until(pool, a);
    case Op::And: return {Shape::And, a, b, {}};
    case Op::Or: return {Shape::Or, a, b, {}};
    case Op::Implies: return {Shape::Or, no(a), b, {}};
    case Op::Iff: return {Shape::Or, pool.and_(a, b), pool.and_(no(a), no(b)), {}};
    case Op::Xor: return {Shape::Or, pool.and_(a, no(b)), pool.and_(no(a), b), {}};
    case Op::Ite: return {Shape::Or, pool.and_(a, b), pool.and_(no(a), e.arg(2)), {}};
    case Op::EX: return {Shape::EX, a, {}, {}};
    case Op::AX: return {Shape::AX, a, {}, {}};
    case Op::EF: return {Shape::EU, yes, a, bounds_of(e)};
    case Op::AF: return {Shape::AU, yes, a, bounds_of(e)};
    case Op::EU: return {Shape::EU, a, b, bounds_of(e)};
    case Op::AU: return {Shape::AU, a, b, bounds_of(e)};
    case Op::EG: return {Shape::EG, a, {}, bounds_of(e)};
    default: return {Shape::AG, a, {}, bounds_of(e)};
  }
}

bool is_plain(Expr e) { return !contains_op(e, is_ctl); }
bool is_true(const ExprPool& pool, Expr e) { return e.is(Op::Constant) && pool.value_of(e).is_true(); }
bool is_false(const ExprPool& pool, Expr e) {
  return e.is(Op::Constant) && e.type().is_boolean() && !pool.value_of(e).is_true();
}

bool is_existential(Expr e) {
  return e.is(Op::EX) || e.is(Op::EF) || e.is(Op::EU) || e.is(Op::EG) || (e.is(Op::Not) && e.arg(0).is(Op::AU));
}

bool is_universal(Expr e) {
  return e.is(Op::AX) || e.is(Op::AF) || e.is(Op::AU) || e.is(Op::AG) || (e.is(Op::Not) && e.arg(0).is(Op::EU));
}

namespace {

constexpr std::size_t most_parts = 500;  // that are looked at

// A fair run goes on to states that start one: there is a next state, and it goes on.  Where none starts, what is said
// of all of them is true.
bool is_valid_below(ExprPool& pool, Expr e, Where where, std::size_t& left) {
  if (is_true(pool, e)) return true;
  if (left == 0 || is_plain(e)) return false;
  --left;
  const View v = view_of(pool, e);
  const auto also = [&](Expr part, Where at) { return is_valid_below(pool, part, at, left); };
  const bool fair = where == Where::Fair, at_once = v.bounds.lo == 0;
  switch (v.shape) {
    case Shape::And: return also(v.a, where) && also(v.b, where);
    case Shape::Or:
      if (v.a.is(Op::EU) && v.b.is(Op::EG)) return false;  // a denied AU
      return also(v.a, v.b == no_fair_run(pool) ? Where::Fair : where) || also(v.b, where);
    case Shape::EX: return fair && also(v.a, Where::Fair);
    case Shape::EG: return fair && !v.is_bounded() && also(v.a, Where::Fair);
    case Shape::EU: return fair && at_once && also(v.b, Where::Fair);
    case Shape::AX:
    case Shape::AG: return also(v.a, Where::Fair);
    case Shape::AU: return at_once && also(v.b, Where::Fair);
    default: return false;
  }
}

}  // namespace

bool is_valid(ExprPool& pool, Expr e, Where where) {
  std::size_t left = most_parts;
  return is_valid_below(pool, e, where, left);
}

Expr some_fair_run(ExprPool& pool) { return pool.temporal(Op::EG, {pool.boolean(true)}); }
Expr no_fair_run(ExprPool& pool) { return pool.temporal(Op::AF, {pool.boolean(false)}); }

std::size_t temporal_size(Expr root) {
  std::size_t count = 0;
  for_each_postorder(root, [&](Expr e) { count += is_ctl(e.op()); });
  return count;
}

}  // namespace whynot::analyse::explain
