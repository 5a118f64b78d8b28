#include "model/system/bounds.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "model/system/truth.h"

namespace whynot {
namespace {

// Operators with bounds and their expansions agree at every position of random lassos and finite traces.
TEST(Bounds, ExpansionsMeanTheSame) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    ExprPool pool;
    TransitionSystem system;
    system.pool = &pool;
    const Expr p = pool.variable("p", pool.boolean_type()), q = pool.variable("q", pool.boolean_type());
    for (Expr v : {p, q}) system.variables.push_back({v, VariableKind::State, {}});
    const Op ops[] = {Op::F, Op::G, Op::O, Op::H, Op::U, Op::V, Op::S, Op::T};
    const Op op = ops[random.below(8)];
    const std::uint64_t lo = random.below(4);
    const TimeBounds bounds{lo, random.chance(70) ? lo + random.below(4) : no_bound};
    const bool binary = op == Op::U || op == Op::V || op == Op::S || op == Op::T;
    const Expr bounded = binary ? pool.temporal(op, {p, q}, bounds) : pool.temporal(op, {p}, bounds);
    const Expr expanded = expand_bounds(pool, bounded);
    Trace trace;
    trace.signature = std::make_shared<Signature>(signature_of(system));
    for (std::size_t n = 1 + random.below(5); n-- > 0;)
      trace.steps.push_back({{Value::boolean(random.chance(50)), Value::boolean(random.chance(50))}, {}, {}});
    if (random.chance(70)) trace.loop = random.below(trace.steps.size());
    const TraceTruth by_operator(system, trace, bounded), by_steps(system, trace, expanded);
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
      // The expansion may know a little less at the end of a finite trace, never something else.
      const Truth one = by_operator.at(bounded, i), other = by_steps.at(expanded, i);
      ASSERT_TRUE(one == other || (!trace.loop && other == Truth::Unknown)) << seed << " at " << i;
    }
  }
}

TEST(Bounds, CountsTheStepsWrittenOut) {
  ExprPool pool;
  const Expr p = pool.variable("p", pool.boolean_type());
  EXPECT_EQ(expanded_steps(pool.temporal(Op::F, {p}, {2, 7})), 7u);
  EXPECT_EQ(expanded_steps(pool.temporal(Op::F, {p})), 0u);
  EXPECT_EQ(expanded_steps(pool.temporal(Op::G, {pool.temporal(Op::O, {p}, {3, no_bound})}, {0, 5})), 8u);
}

}  // namespace
}  // namespace whynot
