// Collects the partial operations of each atom and joins the atom with the conditions that define them.
#include "front/ots/definite.h"

namespace whynot::front::ots {
namespace {

using whynot::ots::Op;
using whynot::ots::Term;

class Definite {
 public:
  explicit Definite(whynot::ots::Ots& ots) : ots_(ots), pool_(*ots.pool) {}

  Term formula(Term t, bool positive) {
    switch (t.op()) {
      case Op::Not: return formula(t.arg(0), !positive);
      case Op::And:
      case Op::Or: return junction(t, positive, t.is(Op::And) == positive);
      case Op::Implies: {
        const Term parts[] = {formula(t.arg(0), !positive), formula(t.arg(1), positive)};
        return positive ? pool_.any(parts) : pool_.all(parts);
      }
      case Op::Ite: {
        const Term yes = pool_.all({formula(t.arg(0), true), formula(t.arg(1), positive)});
        return pool_.any({yes, pool_.all({formula(t.arg(0), false), formula(t.arg(2), positive)})});
      }
      case Op::Forall:
      case Op::Exists: return quantified(t, positive);
      default: break;
    }
    std::vector<Term> parts = conditions(t);
    parts.push_back(positive ? t : pool_.not_(t));
    return pool_.all(parts);
  }

  std::vector<Term> conditions(Term root) {
    std::vector<Term> out;
    collect(root, out);
    return out;
  }

 private:
  Term junction(Term t, bool positive, bool conjunction) {
    std::vector<Term> parts;
    for (std::size_t i = 0; i < t.arity(); ++i) parts.push_back(formula(t.arg(i), positive));
    return conjunction ? pool_.all(parts) : pool_.any(parts);
  }

  Term quantified(Term t, bool positive) {
    std::vector<Term> args{formula(t.arg(0), positive)};
    for (std::size_t i = 1; i < t.arity(); ++i) args.push_back(t.arg(i));
    return pool_.make(t.is(Op::Forall) == positive ? Op::Forall : Op::Exists, whynot::ots::bool_sort, args);
  }

  // Only the chosen branch of a conditional needs to be defined, and of a formula only what decides it.
  void collect(Term t, std::vector<Term>& out) {
    if (t.is(Op::And) || t.is(Op::Or) || t.is(Op::Implies) || t.is(Op::Forall) || t.is(Op::Exists)) {
      if (is_partial(ots_, t)) out.push_back(pool_.any({formula(t, true), formula(t, false)}));
      return;
    }
    if (t.is(Op::Ite)) {
      collect(t.arg(0), out);
      const std::vector<Term> yes = conditions(t.arg(1)), no = conditions(t.arg(2));
      if (!yes.empty() || !no.empty()) out.push_back(pool_.ite(t.arg(0), pool_.all(yes), pool_.all(no)));
      return;
    }
    for (std::size_t i = 0; i < t.arity(); ++i) collect(t.arg(i), out);
    if (t.is(Op::Head)) out.push_back(pool_.not_(pool_.eq(t.arg(0), pool_.make(Op::Empty, t.arg(0).sort(), {}))));
    if (t.is(Op::Select) && ots_.sorts[t.arg(0).sort()].constructors.size() > 1)
      out.push_back(pool_.make(Op::Is, whynot::ots::bool_sort, {t.arg(0)}, t.a()));
  }

  whynot::ots::Ots& ots_;
  whynot::ots::TermPool& pool_;
};

}  // namespace

Term definitely(whynot::ots::Ots& ots, Term formula) {
  return is_partial(ots, formula) ? Definite(ots).formula(formula, true) : formula;
}

Term without_outer_quantifiers(whynot::ots::Ots& ots, Term formula, std::vector<whynot::ots::VarId>& params) {
  std::vector<Term> conditions;
  while (true) {
    const bool none = formula.is(Op::Not) && formula.arg(0).is(Op::Exists);
    const Term quantified = none ? formula.arg(0) : formula;
    if (formula.is(Op::Implies)) {
      conditions.push_back(formula.arg(0));
      formula = formula.arg(1);
    } else if (none || formula.is(Op::Forall)) {
      for (std::size_t i = 1; i < quantified.arity(); ++i) params.push_back(quantified.arg(i).var());
      formula = none ? ots.pool->not_(quantified.arg(0)) : quantified.arg(0);
    } else {
      break;
    }
  }
  while (!conditions.empty()) {
    formula = ots.pool->make(Op::Implies, whynot::ots::bool_sort, {conditions.back(), formula});
    conditions.pop_back();
  }
  return formula;
}

Term defined(whynot::ots::Ots& ots, Term t) { return ots.pool->all(Definite(ots).conditions(t)); }

}  // namespace whynot::front::ots
