#include "rewrite/linear.h"

#include <gtest/gtest.h>

namespace whynot::rewrite {
namespace {

TEST(Linear, KnowsTheCommonFragment) {
  ExprPool pool;
  const Expr p = pool.variable("p", pool.boolean_type()), q = pool.not_(pool.variable("q", pool.boolean_type()));
  const auto one = [&](Op op, Expr e) { return pool.temporal(op, {e}); };
  EXPECT_TRUE(is_linear(p));
  EXPECT_TRUE(is_linear(one(Op::AG, pool.or_(q, one(Op::AF, p)))));
  EXPECT_TRUE(is_linear(one(Op::AG, one(Op::AF, p))));
  EXPECT_TRUE(is_linear(pool.and_(one(Op::AX, one(Op::AX, p)), pool.temporal(Op::AU, {p, q}))));
  EXPECT_FALSE(is_linear(one(Op::AF, one(Op::AG, p))));
  EXPECT_FALSE(is_linear(pool.or_(one(Op::AG, p), one(Op::AF, q))));
  EXPECT_FALSE(is_linear(one(Op::AG, one(Op::AF, one(Op::AX, p)))));
  EXPECT_FALSE(is_linear(one(Op::EF, p)));
}

}  // namespace
}  // namespace whynot::rewrite
