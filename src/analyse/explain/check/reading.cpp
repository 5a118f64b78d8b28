#include "analyse/explain/check/reading.h"

#include <set>
#include <tuple>

namespace whynot::analyse::explain {
namespace {

std::optional<Op> dual(Op op) {
  switch (op) {
    case Op::EX: return Op::AX;
    case Op::AX: return Op::EX;
    case Op::EF: return Op::AG;
    case Op::AG: return Op::EF;
    case Op::EG: return Op::AF;
    case Op::AF: return Op::EG;
    default: return std::nullopt;
  }
}

bool is_opposite(const ExprPool& pool, Expr a, Expr b) {
  if (a.is(Op::Constant) && b.is(Op::Constant)) return pool.value_of(a).is_true() != pool.value_of(b).is_true();
  return (a.is(Op::Not) && a.arg(0) == b) || (b.is(Op::Not) && b.arg(0) == a);
}

Expr without_double_negation(Expr e) {
  while (e.is(Op::Not) && e.arg(0).is(Op::Not)) e = e.arg(0).arg(0);
  return e;
}

class Comparison {
 public:
  explicit Comparison(const ExprPool& pool) : pool_(pool) {}

  bool run(Expr goal, Claim claim) {
    push(goal, claim.formula, claim.negated);
    while (!open_.empty()) {
      const auto [g, f, negated] = open_.back();
      open_.pop_back();
      if (!same(g, f, negated)) return false;
    }
    return true;
  }

 private:
  void push(Expr g, Expr f, bool negated) {
    if (seen_.emplace(g.id(), f.id(), negated).second) open_.emplace_back(g, f, negated);
  }
  void push_all(Expr g, Expr f, std::initializer_list<bool> negated) {
    std::size_t i = 0;
    for (const bool n : negated) {
      push(g.arg(i), f.arg(i), n);
      ++i;
    }
  }

  // One node; what is below it is left for later.
  bool same(Expr g, Expr f, bool negated) {
    if (negated ? is_opposite(pool_, g, f) : g == f) return true;
    if (!f.is(Op::Not) && !f.is(Op::And) && !f.is(Op::Or) && !f.is(Op::Implies) && !contains_op(f, is_ctl))
      return false;
    const auto when = [&](Op op) {  // the goal's operator should be this
      return g.is(op) && g.arity() == f.arity();
    };
    switch (f.op()) {
      case Op::Not: push(g, f.arg(0), !negated); return true;
      case Op::And:
      case Op::Or:
        if (!when((f.op() == Op::And) != negated ? Op::And : Op::Or)) return false;
        push_all(g, f, {negated, negated});
        return true;
      case Op::Implies:
        if (!when(negated ? Op::And : Op::Implies)) return false;
        push_all(g, f, {false, negated});
        return true;
      case Op::Iff:
      case Op::Eq:
      case Op::Xor:
        if (!when((f.op() == Op::Xor) != negated ? Op::Xor : Op::Iff)) return false;
        push_all(g, f, {false, false});
        return true;
      case Op::Ite:
        if (!when(Op::Ite)) return false;
        push_all(g, f, {false, negated, negated});
        return true;
      case Op::EU:
      case Op::AU: return until(g, f, negated);
      default: break;
    }
    const auto op = negated ? dual(f.op()) : f.op();
    if (!op || !when(*op) || g.a() != f.a() || g.b() != f.b()) return false;
    push(g.arg(0), f.arg(0), negated);
    return true;
  }

  bool until(Expr g, Expr f, bool negated) {
    const bool has_dual = f.is(Op::AU) && bounds_of(f).unbounded();
    if (negated && has_dual) {  // E [!b U !a & !b] | EG !b
      if (!g.is(Op::Or) || !g.arg(0).is(Op::EU) || !g.arg(1).is(Op::EG)) return false;
      const Expr blocked = g.arg(0), never = g.arg(1);
      if (!bounds_of(blocked).unbounded() || !bounds_of(never).unbounded() || !blocked.arg(1).is(Op::And)) return false;
      for (const Expr e : {blocked.arg(0), blocked.arg(1).arg(1), never.arg(0)}) push(e, f.arg(1), true);
      push(blocked.arg(1).arg(0), f.arg(0), true);
      return true;
    }
    if (negated && !g.is(Op::Not)) return false;
    const Expr inside = negated ? g.arg(0) : g;
    if (!inside.is(f.op()) || inside.a() != f.a() || inside.b() != f.b()) return false;
    push_all(inside, f, {false, false});
    return true;
  }

  const ExprPool& pool_;
  std::vector<std::tuple<Expr, Expr, bool>> open_;
  std::set<std::tuple<std::uint32_t, std::uint32_t, bool>> seen_;
};

}  // namespace

bool says(const ExprPool& pool, Expr goal, Claim claim) { return Comparison(pool).run(goal, claim); }

std::optional<UntilReading> read_until(Expr e) {
  const bool negated = e.is(Op::Not);
  const Expr u = negated ? e.arg(0) : e;
  if (u.is(Op::EU) || u.is(Op::AU)) return UntilReading{u.is(Op::EU), negated, u.arg(0), u.arg(1), bounds_of(u)};
  if (negated || !(u.is(Op::EF) || u.is(Op::AF))) return std::nullopt;
  return UntilReading{u.is(Op::EF), false, {}, u.arg(0), bounds_of(u)};
}

std::vector<Claim> parts(Expr e) {
  e = without_double_negation(e);
  if (e.is(Op::And)) return {{e.arg(0)}, {e.arg(1)}};
  if (!e.is(Op::Not)) return {};
  const Expr a = e.arg(0);
  if (a.is(Op::Or)) return {{a.arg(0), true}, {a.arg(1), true}};
  if (a.is(Op::Implies)) return {{a.arg(0)}, {a.arg(1), true}};
  return {};
}

std::vector<std::vector<Claim>> alternatives(Expr e) {
  e = without_double_negation(e);
  switch (e.op()) {
    case Op::Not:
      if (!e.arg(0).is(Op::And)) return {};
      return {{{e.arg(0).arg(0), true}}, {{e.arg(0).arg(1), true}}};
    case Op::Or: return {{{e.arg(0)}}, {{e.arg(1)}}};
    case Op::Implies: return {{{e.arg(0), true}}, {{e.arg(1)}}};
    case Op::Iff: return {{{e.arg(0)}, {e.arg(1)}}, {{e.arg(0), true}, {e.arg(1), true}}};
    case Op::Xor: return {{{e.arg(0)}, {e.arg(1), true}}, {{e.arg(0), true}, {e.arg(1)}}};
    case Op::Ite: return {{{e.arg(0)}, {e.arg(1)}}, {{e.arg(0), true}, {e.arg(2)}}};
    default: return {};
  }
}

}  // namespace whynot::analyse::explain
