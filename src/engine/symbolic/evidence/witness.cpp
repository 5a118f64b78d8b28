// Translates to existential CTL where that is exact, then descends the rings of its fixed points.
#include "engine/symbolic/evidence/witness.h"

#include "base/check.h"
#include "model/ltl.h"

namespace whynot::engine::symbolic {
namespace {

// With time bounds.  No language has them at U and V of LTL.
Expr bounded_node(ExprPool& pool, Expr e, Expr a) {
  if (e.is(Op::F)) return pool.temporal(Op::EF, {a}, bounds_of(e));
  return e.is(Op::G) && is_plain(e.arg(0)) ? pool.temporal(Op::EG, {a}, bounds_of(e)) : Expr();
}

// The CTL form of one node over the forms of its arguments; null if there is none.
Expr linear_node(ExprPool& pool, Expr e, Expr a, Expr b, Bounds bounds) {
  const Expr x = e.arg(0), y = e.arity() > 1 ? e.arg(1) : Expr();
  if (!a || (y && !b)) return {};
  if (e.is(Op::Or)) return pool.or_(a, b);
  if (e.is(Op::And)) return is_plain(x) || is_plain(y) ? pool.and_(a, b) : Expr();
  if (!is_future(e.op())) return {};
  if (is_bounded(e)) return bounds == Bounds::Kept ? bounded_node(pool, e, a) : Expr();
  switch (e.op()) {
    case Op::X: return pool.temporal(Op::EX, {a});
    case Op::F: return pool.temporal(Op::EF, {a});
    case Op::G: return is_plain(x) ? pool.temporal(Op::EG, {a}) : Expr();
    case Op::U: return is_plain(x) ? pool.temporal(Op::EU, {a, b}) : Expr();
    default: break;
  }
  // x V y: y until both, or y forever.
  if (!is_plain(y)) return {};
  return pool.or_(pool.temporal(Op::EU, {b, pool.and_(b, a)}), pool.temporal(Op::EG, {b}));
}

// One step nearer to the goal for every ring.
bool descend(Ctl& ctl, Path& path, const Ctl::Until& until) {
  const Space& space = ctl.space();
  std::size_t rank = 0;
  while (rank < until.rings.size() && !path.back().intersects(until.rings[rank])) ++rank;
  if (rank == until.rings.size()) return false;
  const Bdd yes = space.bits().manager().constant(true);
  while (rank-- > 0) path.step(yes, space.pick_state(space.image(path.back(), until.rings[rank])), space);
  return !space.failed();
}

// Along a run that shows EG: one that stays forever if there is such a one, else for as long as the bounds want it.
bool stay(Ctl& ctl, Model& model, Path& path, Expr globally) {
  const Space& space = ctl.space();
  const TimeBounds bounds = bounds_of(globally);
  const Bdd set = ctl.states_of(globally.arg(0)), forever = ctl.globally(set);
  if (walk_leg(space, path, {{bounds.lo, bounds.lo}, 0, space.care(), forever}))
    return close_fair_loop(space, model.fairness(), forever, path);
  if (!walk_leg(space, path, {{bounds.hi, bounds.hi}, bounds.lo, set, set & ctl.fair()})) return false;
  return model.fairness().justice.empty() || close_fair_loop(space, model.fairness(), ctl.fair(), path);
}

}  // namespace

bool is_plain(Expr e) {
  return !contains_op(e, [](Op op) { return is_temporal(op); });
}

Expr as_linear_ctl(ExprPool& pool, Expr ltl, Bounds bounds) {
  std::unordered_map<Expr, Expr, ExprHash> made;
  for_each_postorder(ltl, [&](Expr e) {
    if (is_plain(e)) {
      made.emplace(e, e);
      return;
    }
    made.emplace(e, linear_node(pool, e, made.at(e.arg(0)), e.arity() > 1 ? made.at(e.arg(1)) : Expr(), bounds));
  });
  return made.at(ltl);
}

bool one_run_tells(Expr ctl) {
  bool linear = true;
  for_each_postorder(ctl, [&](Expr e) {
    if (is_plain(e)) return;
    const bool unbounded = !is_ctl(e.op()) || e.is(Op::EX) || bounds_of(e).unbounded();
    switch (e.op()) {
      case Op::Or:
      case Op::EX:
      case Op::EF: break;
      case Op::And: linear = linear && (is_plain(e.arg(0)) || is_plain(e.arg(1))); break;
      case Op::EG:
      case Op::EU: linear = linear && is_plain(e.arg(0)); break;
      default: linear = false;
    }
    linear = linear && unbounded;
  });
  return linear;
}

bool follow(Ctl& ctl, Model& model, Path& path, Expr formula) {
  const Space& space = ctl.space();
  while (!is_plain(formula) && !space.failed()) {
    const auto here = [&](Expr e) { return path.back().leq(ctl.states_of(e)); };
    switch (formula.op()) {
      case Op::And: formula = formula.arg(is_plain(formula.arg(0)) ? 1 : 0); break;
      case Op::Or: formula = formula.arg(here(formula.arg(0)) ? 0 : 1); break;
      case Op::EX:
        formula = formula.arg(0);
        if (!walk(space, path, space.care(), ctl.states_of(formula) & ctl.fair(), 1)) return false;
        break;
      case Op::EF:
      case Op::EU: {
        if (!bounds_of(formula).unbounded()) {
          const TimeBounds bounds = bounds_of(formula);
          formula = formula.arg(0);
          if (!walk_leg(space, path, {bounds, 0, space.care(), ctl.states_of(formula) & ctl.fair()})) return false;
          break;
        }
        const bool is_finally = formula.is(Op::EF);
        const Bdd hold = is_finally ? space.care() : ctl.states_of(formula.arg(0));
        formula = formula.arg(is_finally ? 0 : 1);
        if (!descend(ctl, path, ctl.until(hold, ctl.states_of(formula)))) return false;
        break;
      }
      default: {
        WHYNOT_CHECK(formula.is(Op::EG), "only linear formulas should be followed");
        return stay(ctl, model, path, formula);
      }
    }
  }
  if (space.failed()) return false;
  return model.fairness().justice.empty() || close_fair_loop(space, model.fairness(), ctl.fair(), path);
}

}  // namespace whynot::engine::symbolic
