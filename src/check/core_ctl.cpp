// The universal operators are the duals of existential ones, and a bound is written out as nested EX.  A certificate
// then needs to know three temporal operators only.
#include "check/core_ctl.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/check.h"

namespace whynot::check {
namespace {

constexpr std::uint64_t most_core_steps = 2000;  // that bounds may write out, all together

class CoreWriter {
 public:
  explicit CoreWriter(ExprPool& pool) : pool_(pool), yes_(pool.boolean(true)) {}

  bool too_long() const { return steps_ > most_core_steps; }
  void add(Expr e) { made_.emplace(e, write(e)); }
  Expr made(Expr e) const {  // what was not added is a condition
    const auto found = made_.find(e);
    return found == made_.end() ? e : found->second;
  }

 private:
  Expr write(Expr e) {
    if (is_ctl(e.op())) return temporal(e);
    const auto arg = [&](std::size_t i) { return made(e.arg(i)); };
    switch (e.op()) {
      case Op::Not: return pool_.not_(arg(0));
      case Op::And: return pool_.and_(arg(0), arg(1));
      case Op::Or: return either(arg(0), arg(1));
      case Op::Implies: return either(pool_.not_(arg(0)), arg(1));
      case Op::Iff:
      case Op::Eq: return same(arg(0), arg(1));
      case Op::Xor: return pool_.not_(same(arg(0), arg(1)));
      case Op::Ite: return either(pool_.and_(arg(0), arg(1)), pool_.and_(pool_.not_(arg(0)), arg(2)));
      default: break;
    }
    WHYNOT_CHECK(false, "only logical operators should stand above temporal ones");
    return {};
  }

  Expr either(Expr a, Expr b) { return pool_.not_(pool_.and_(pool_.not_(a), pool_.not_(b))); }
  Expr same(Expr a, Expr b) { return either(pool_.and_(a, b), pool_.and_(pool_.not_(a), pool_.not_(b))); }
  Expr next(Expr a) { return pool_.temporal(Op::EX, {a}); }

  Expr temporal(Expr e) {
    const TimeBounds bounds = e.is(Op::EX) || e.is(Op::AX) ? TimeBounds{} : bounds_of(e);
    const Expr a = made(e.arg(0)), b = e.arity() > 1 ? made(e.arg(1)) : Expr();
    switch (e.op()) {
      case Op::EX: return next(a);
      case Op::AX: return pool_.not_(next(pool_.not_(a)));
      case Op::EF: return until(yes_, a, bounds);
      case Op::AG: return pool_.not_(until(yes_, pool_.not_(a), bounds));
      case Op::EG: return globally(a, bounds);
      case Op::AF: return pool_.not_(globally(pool_.not_(a), bounds));
      case Op::EU: return until(a, b, bounds);
      default: return for_all_until(a, b, bounds);
    }
  }

  // From the largest distance inwards: `now(i, later)` at distance i, given what comes after it.
  template <class Now>
  Expr written_out(Expr last, TimeBounds bounds, Now now) {
    steps_ = std::min(most_core_steps + 1, steps_ + std::min(bounds.hi, most_core_steps + 1));
    if (too_long()) return last;
    for (std::uint64_t i = bounds.hi; i-- > 0;) last = now(i, last);
    return last;
  }

  Expr until(Expr hold, Expr goal, TimeBounds bounds) {
    if (bounds.unbounded()) return pool_.temporal(Op::EU, {hold, goal});
    return written_out(goal, bounds, [&](std::uint64_t i, Expr later) {
      const Expr on = pool_.and_(hold, next(later));
      return i >= bounds.lo ? either(goal, on) : on;
    });
  }

  Expr globally(Expr hold, TimeBounds bounds) {
    if (bounds.unbounded()) return pool_.temporal(Op::EG, {hold});
    return written_out(hold, bounds, [&](std::uint64_t i, Expr later) {
      return i < bounds.lo ? next(later) : pool_.and_(hold, next(later));
    });
  }

  // No run avoids the goal forever, and none leaves `hold` before it.
  Expr for_all_until(Expr hold, Expr goal, TimeBounds bounds) {
    const Expr no_goal = pool_.not_(goal), no_hold = pool_.not_(hold);
    if (bounds.unbounded())
      return pool_.not_(
          either(pool_.temporal(Op::EU, {no_goal, pool_.and_(no_goal, no_hold)}), pool_.temporal(Op::EG, {no_goal})));
    const Expr bad = written_out(no_goal, bounds, [&](std::uint64_t i, Expr later) {
      const Expr fails = either(no_hold, next(later));
      return i >= bounds.lo ? pool_.and_(no_goal, fails) : fails;
    });
    return pool_.not_(bad);
  }

  ExprPool& pool_;
  Expr yes_;
  std::unordered_map<Expr, Expr, ExprHash> made_;
  std::uint64_t steps_ = 0;
};

}  // namespace

std::vector<Expr> temporal_parts(Expr ctl) {
  std::unordered_set<Expr, ExprHash> found;
  std::vector<Expr> order;
  for_each_postorder(ctl, [&](Expr e) {
    bool is_temporal = is_ctl(e.op());
    for (std::size_t i = 0; i < e.arity(); ++i) is_temporal = is_temporal || found.count(e.arg(i)) > 0;
    if (is_temporal && found.insert(e).second) order.push_back(e);
  });
  return order;
}

std::optional<Expr> core_ctl(ExprPool& pool, Expr formula) {
  CoreWriter writer(pool);
  for (Expr e : temporal_parts(formula)) {
    writer.add(e);
    if (writer.too_long()) return std::nullopt;
  }
  return writer.made(formula);
}

Expr fair_states(ExprPool& pool) { return pool.temporal(Op::EG, {pool.boolean(true)}); }

std::vector<Demand> demands(ExprPool& pool, Expr core, bool safe) {
  const std::vector<Expr> order = temporal_parts(core);
  std::unordered_map<Expr, Demand, ExprHash> needs;
  needs[core].safe = safe;
  needs[core].complete = !safe;
  Demand fair{fair_states(pool), !safe, safe};  // the formula is asked about initial states of fair runs only
  for (std::size_t i = order.size(); i-- > 0;) {
    const Expr e = order[i];
    const Demand need = needs[e];
    for (std::size_t k = 0; k < e.arity(); ++k) {
      Demand& part = needs[e.arg(k)];
      part.safe = part.safe || (e.is(Op::Not) ? need.complete : need.safe);
      part.complete = part.complete || (e.is(Op::Not) ? need.safe : need.complete);
    }
    if (!e.is(Op::EX) && !e.is(Op::EU)) continue;
    fair.safe = fair.safe || need.safe;
    fair.complete = fair.complete || need.complete;
  }
  std::vector<Demand> result{fair};
  for (Expr e : order)
    if (is_ctl(e.op()) && e != fair.formula) result.push_back({e, needs[e].safe, needs[e].complete});
  const Demand& own = needs[fair.formula];
  result[0].safe = result[0].safe || own.safe;
  result[0].complete = result[0].complete || own.complete;
  return result;
}

}  // namespace whynot::check
