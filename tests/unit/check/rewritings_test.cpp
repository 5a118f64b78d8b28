// Rewritings of formulas, tried on random words and graphs: the real ones agree, and one that changes a single operator
// is found out.
#include "check/rewritings.h"

#include <gtest/gtest.h>

#include "check/core_ctl.h"
#include "model/system/bounds.h"
#include "model/system/path_formula.h"
#include "unit/engine/random_system.h"

namespace whynot::check {
namespace {

using whynot::testing::RandomSystem;

TEST(Rewritings, AgreeOnWordsWithTheFormula) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    ExprPool pool;
    RandomSystem made(pool, seed, {.inputs = true});
    Context context;
    const Expr formula = made.ltl(3, seed % 2 == 0);
    const Expr wanted = expand_bounds(pool, negation_normal_form(pool, formula, true));
    EXPECT_EQ(disagree_on_words(made.system(), formula, pool.not_(wanted), context), std::nullopt);
    EXPECT_NE(disagree_on_words(made.system(), formula, wanted, context), std::nullopt);
  }
}

struct Two {
  Two() {
    system.pool = &pool;
    for (Expr v : {p, q}) system.variables.push_back({v, VariableKind::State, {}});
  }
  Refusal in_graphs(Expr a, Expr b) { return disagree_in_graphs(system, a, b, context); }
  Refusal on_words(Expr a, Expr b) { return disagree_on_words(system, a, b, context); }

  ExprPool pool;
  TransitionSystem system;
  Expr p = pool.variable("p", pool.boolean_type()), q = pool.variable("q", pool.range_type(0, 1000));
  Context context;
};

TEST(Rewritings, ConfusedOperatorsAreFoundOut) {
  Two t;
  const Expr at_seven = t.pool.eq(t.q, t.pool.integer(7));  // of 1001 values
  const Op pairs[][2] = {{Op::EX, Op::AX}, {Op::EF, Op::AF}, {Op::EG, Op::AG}, {Op::EG, Op::EF}, {Op::AG, Op::AX}};
  for (const auto& [one, other] : pairs)
    EXPECT_TRUE(t.in_graphs(t.pool.temporal(one, {at_seven}), t.pool.temporal(other, {at_seven}))) << op_name(one);
  EXPECT_TRUE(t.in_graphs(t.pool.temporal(Op::EU, {t.p, at_seven}), t.pool.temporal(Op::AU, {t.p, at_seven})));
  EXPECT_TRUE(t.in_graphs(t.pool.temporal(Op::EF, {at_seven}, {1, 3}), t.pool.temporal(Op::EF, {at_seven}, {1, 2})));
  EXPECT_TRUE(t.in_graphs(t.pool.temporal(Op::AG, {t.p}, {1, 3}), t.pool.temporal(Op::AG, {t.p}, {0, 3})));
  EXPECT_TRUE(t.on_words(t.pool.temporal(Op::U, {t.p, at_seven}), t.pool.temporal(Op::V, {at_seven, t.p})));
  EXPECT_TRUE(t.on_words(t.pool.temporal(Op::Y, {t.p}), t.pool.temporal(Op::Z, {t.p})));
  EXPECT_TRUE(t.on_words(t.pool.temporal(Op::F, {t.p}, {2, 4}), t.pool.temporal(Op::F, {t.p}, {2, 5})));
}

TEST(Rewritings, CoreOfCtlSaysTheSame) {
  Two t;
  const Expr at_seven = t.pool.eq(t.q, t.pool.integer(7));
  for (const Op op : {Op::EX, Op::AX, Op::EF, Op::AF, Op::EG, Op::AG})
    for (const TimeBounds bounds : {TimeBounds{}, TimeBounds{0, 3}, TimeBounds{2, 2}, TimeBounds{2, 5}}) {
      if ((op == Op::EX || op == Op::AX) && !bounds.unbounded()) continue;
      const Expr formula = t.pool.iff(t.pool.temporal(op, {at_seven}, bounds), t.p);
      EXPECT_EQ(t.in_graphs(formula, *core_ctl(t.pool, formula)), std::nullopt) << op_name(op);
    }
  for (const Op op : {Op::EU, Op::AU})
    for (const TimeBounds bounds : {TimeBounds{}, TimeBounds{0, 3}, TimeBounds{2, 5}}) {
      const Expr formula = t.pool.temporal(Op::AG, {t.pool.temporal(op, {t.p, at_seven}, bounds)});
      EXPECT_EQ(t.in_graphs(formula, *core_ctl(t.pool, formula)), std::nullopt) << op_name(op);
    }
}

}  // namespace
}  // namespace whynot::check
