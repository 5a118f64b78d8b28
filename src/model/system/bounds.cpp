// Goes from the farthest step inwards; what is written out is one X, or Y, for each step.
#include "model/system/bounds.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "model/ltl.h"

namespace whynot {
namespace {

std::uint64_t steps_of(Expr e) { return e.b() == no_bound ? e.a() : e.b(); }

enum class Write { All, Delays };  // what is written out

// From the farthest distance to 0.  `hold` is the first operand of a binary operator; unary ones hold always
// (F, O) or are never released (G, H).
Expr expand(ExprPool& pool, Expr e, Expr hold, Expr goal, Write write) {
  const bool universal = wants_every_goal(e.op()), past = is_past(e.op());
  const Op back = universal ? Op::Z : Op::Y, step = past ? back : Op::X;
  const auto [lo, hi] = bounds_of(e);
  // Existential: now, or hold and later.  Universal: now, and released or later.
  const auto later = [&](Expr rest) {
    const Expr moved = pool.temporal(step, {rest});
    return universal ? pool.or_(hold, moved) : pool.and_(hold, moved);
  };
  Expr result = goal;
  std::uint64_t farthest = hi == no_bound || write == Write::Delays ? lo : hi;
  if (write == Write::Delays && hi != no_bound && hi >= lo) {
    const auto operands = e.arity() > 1 ? std::vector{hold, goal} : std::vector{goal};
    result = pool.make(e.op(), e.type(), operands, 0, hi - lo);
  } else if (hi == no_bound) {
    const Op until = universal ? Op::V : Op::U, since = universal ? Op::T : Op::S;
    result = pool.temporal(past ? since : until, {hold, goal});
  } else if (hi < lo) {
    return pool.boolean(universal);
  }
  for (std::uint64_t i = farthest; i-- > 0;) {
    result = later(result);
    if (i >= lo) result = universal ? pool.and_(goal, result) : pool.or_(goal, result);
  }
  return result;
}

Expr expand_formula(ExprPool& pool, Expr formula, Write write) {
  std::unordered_map<Expr, Expr, ExprHash> made;
  for_each_postorder(formula, [&](Expr e) {
    std::vector<Expr> args;
    for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(e.is(Op::Next) ? e.arg(i) : made.at(e.arg(i)));
    if (!is_bounded(e)) {
      made.emplace(e, args.empty() ? e : rebuild(pool, e, args));
      return;
    }
    const Expr hold = args.size() > 1 ? args[0] : pool.boolean(!wants_every_goal(e.op()));
    made.emplace(e, expand(pool, e, hold, args.back(), write));
  });
  return made.at(formula);
}

template <class Steps>
std::size_t sum_over_bounded(Expr formula, Steps steps) {
  std::size_t total = 0;
  for_each_postorder(formula, [&](Expr e) {
    if (!is_bounded(e)) return;
    const std::size_t most = std::numeric_limits<std::size_t>::max() - total;
    total += std::min<std::size_t>(most, steps(e));
  });
  return total;
}

}  // namespace

Expr expand_bounds(ExprPool& pool, Expr formula) { return expand_formula(pool, formula, Write::All); }
Expr expand_lower_bounds(ExprPool& pool, Expr formula) { return expand_formula(pool, formula, Write::Delays); }

std::size_t expanded_steps(Expr formula) { return sum_over_bounded(formula, steps_of); }
std::size_t delayed_steps(Expr formula) {
  return sum_over_bounded(formula, [](Expr e) { return e.a(); });
}

}  // namespace whynot
