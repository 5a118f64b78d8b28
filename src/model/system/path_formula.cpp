// Pushes negations inwards, and drops the path quantifiers where all of them are of one kind.
#include "model/system/path_formula.h"

#include <unordered_map>

#include "base/check.h"

namespace whynot {

Op dual_of(Op op) {
  switch (op) {
    case Op::X: return Op::X;
    case Op::F: return Op::G;
    case Op::G: return Op::F;
    case Op::U: return Op::V;
    case Op::V: return Op::U;
    case Op::Y: return Op::Z;
    case Op::Z: return Op::Y;
    case Op::O: return Op::H;
    case Op::H: return Op::O;
    case Op::S: return Op::T;
    case Op::T: return Op::S;
    case Op::EX: return Op::AX;
    case Op::AX: return Op::EX;
    case Op::EF: return Op::AG;
    case Op::AG: return Op::EF;
    case Op::AF: return Op::EG;
    case Op::EG: return Op::AF;
    case Op::And: return Op::Or;
    case Op::Or: return Op::And;
    default: return op;
  }
}

namespace {

// Both polarities of every subformula, bottom up.
class NormalForm {
 public:
  explicit NormalForm(ExprPool& pool) : pool_(pool) {}

  Expr run(Expr root, bool negated) {
    for_each_postorder(root, [&](Expr e) {
      if (!e.type().is_boolean()) return;
      bool is_temporal_inside = is_temporal(e.op());
      for (std::size_t i = 0; i < e.arity(); ++i) is_temporal_inside = is_temporal_inside || temporal_.count(e.arg(i));
      if (!is_temporal_inside) {
        positive_[e] = e;
        negative_[e] = e.is(Op::Not) ? e.arg(0) : pool_.not_(e);
        return;
      }
      temporal_.emplace(e, true);
      step(e);
    });
    return negated ? negative_.at(root) : positive_.at(root);
  }

 private:
  Expr p(Expr e) const { return positive_.at(e); }
  Expr n(Expr e) const { return negative_.at(e); }
  Expr make(Op op, Expr a, Expr b) { return pool_.make(op, pool_.boolean_type(), {a, b}); }

  void step(Expr e) {
    const Expr a = e.arg(0);
    const Expr b = e.arity() > 1 ? e.arg(1) : Expr();
    switch (e.op()) {
      case Op::Not: return set(e, n(a), p(a));
      case Op::And:
      case Op::Or: return set(e, make(e.op(), p(a), p(b)), make(dual_of(e.op()), n(a), n(b)));
      case Op::Implies: return set(e, pool_.or_(n(a), p(b)), pool_.and_(p(a), n(b)));
      case Op::Iff:
      case Op::Eq: return set(e, same(a, b), differ(a, b));
      case Op::Xor: return set(e, differ(a, b), same(a, b));
      case Op::Ite: {
        const Expr c = e.arg(2);
        return set(e, pool_.or_(pool_.and_(p(a), p(b)), pool_.and_(n(a), p(c))),
                   pool_.or_(pool_.and_(p(a), n(b)), pool_.and_(n(a), n(c))));
      }
      case Op::EU:
      case Op::AU: return until(e);
      default: break;
    }
    WHYNOT_CHECK(is_temporal(e.op()), "only logical and temporal operators should stand above temporal ones");
    if (b) return set(e, rebuild2(e, e.op(), p(a), p(b)), rebuild2(e, dual_of(e.op()), n(a), n(b)));
    set(e, pool_.make(e.op(), e.type(), {p(a)}, e.a(), e.b()),
        pool_.make(dual_of(e.op()), e.type(), {n(a)}, e.a(), e.b()));
  }

  Expr rebuild2(Expr e, Op op, Expr a, Expr b) { return pool_.make(op, e.type(), {a, b}, e.a(), e.b()); }
  Expr same(Expr a, Expr b) { return pool_.or_(pool_.and_(p(a), p(b)), pool_.and_(n(a), n(b))); }
  Expr differ(Expr a, Expr b) { return pool_.or_(pool_.and_(p(a), n(b)), pool_.and_(n(a), p(b))); }

  // CTL has no release.  !A[a U b] is E[!b U (!a & !b)] or EG !b; but !E[a U b] says of every run that it does
  // one or the other, which no CTL formula without the negation says.  With bounds neither has such a form.
  void until(Expr e) {
    const Expr a = e.arg(0), b = e.arg(1);
    const Expr positive = rebuild2(e, e.op(), p(a), p(b));
    if (!bounds_of(e).unbounded() || e.is(Op::EU)) return set(e, positive, pool_.not_(positive));
    const Expr blocked = pool_.temporal(Op::EU, {n(b), pool_.and_(n(a), n(b))});
    set(e, positive, pool_.or_(blocked, pool_.temporal(Op::EG, {n(b)})));
  }

  void set(Expr e, Expr positive, Expr negative) {
    positive_[e] = positive;
    negative_[e] = negative;
  }

  ExprPool& pool_;
  std::unordered_map<Expr, Expr, ExprHash> positive_, negative_;
  std::unordered_map<Expr, bool, ExprHash> temporal_;
};

bool is_universal(Op op) { return op == Op::AX || op == Op::AF || op == Op::AG || op == Op::AU; }

Op without_quantifier(Op op) {
  switch (op) {
    case Op::EX:
    case Op::AX: return Op::X;
    case Op::EF:
    case Op::AF: return Op::F;
    case Op::EG:
    case Op::AG: return Op::G;
    default: return Op::U;
  }
}

// !E[a U b] speaks of all runs, !A[a U b] of some: the one case where a negation above a temporal operator,
// which normal form leaves there, still says something about single runs.
bool is_negated_until(Expr e, bool universal) {
  return e.is(Op::Not) && e.arg(0).is(universal ? Op::EU : Op::AU) && !contains_op(e.arg(0).arg(0), is_ctl) &&
         !contains_op(e.arg(0).arg(1), is_ctl);
}

}  // namespace

Expr negation_normal_form(ExprPool& pool, Expr formula, bool negated) { return NormalForm(pool).run(formula, negated); }

Expr without_quantifiers(ExprPool& pool, Expr ctl) {
  std::unordered_map<Expr, Expr, ExprHash> made;
  for_each_postorder(ctl, [&](Expr e) {
    std::vector<Expr> args;
    for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(made.at(e.arg(i)));
    made.emplace(e, is_ctl(e.op()) ? pool.make(without_quantifier(e.op()), e.type(), args, e.a(), e.b())
                                   : rebuild(pool, e, args));
  });
  return made.at(ctl);
}

Expr path_formula(ExprPool& pool, Expr ctl, Polarity polarity) {
  const bool universal = polarity == Polarity::Violating;
  bool linear = true;
  std::unordered_map<Expr, Expr, ExprHash> made;
  const Expr root = negation_normal_form(pool, ctl);
  if (is_negated_until(root, universal)) {
    const Expr until = root.arg(0);
    return pool.not_(pool.make(Op::U, until.type(), {until.arg(0), until.arg(1)}, until.a(), until.b()));
  }
  for_each_postorder(root, [&](Expr e) {
    std::vector<Expr> args;
    for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(made.at(e.arg(i)));
    if (!is_ctl(e.op())) {
      // A negation that is left above a temporal operator hides the other quantifier.
      if (e.is(Op::Not) && contains_op(e, is_ctl)) linear = false;
      made.emplace(e, rebuild(pool, e, args));
      return;
    }
    if (is_universal(e.op()) != universal) linear = false;
    made.emplace(e, pool.make(without_quantifier(e.op()), e.type(), args, e.a(), e.b()));
  });
  return linear ? made.at(root) : Expr();
}

Expr path_formula(ExprPool& pool, const Property& property) {
  if (property.is_ltl()) return property.formula;
  return property.is_ctl() ? path_formula(pool, property.formula, Polarity::Violating) : Expr();
}

}  // namespace whynot
