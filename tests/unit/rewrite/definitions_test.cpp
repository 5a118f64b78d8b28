#include "rewrite/definitions.h"

#include <gtest/gtest.h>

namespace whynot::rewrite {
namespace {

TEST(Definitions, ConjunctsThatDefineBecomeAssignments) {
  ExprPool pool;
  TransitionSystem system;
  system.pool = &pool;
  const Type type = pool.range_type(0, 3);
  const Expr x = pool.variable("x", type), y = pool.variable("y", type), b = pool.variable("b", pool.boolean_type());
  for (Expr v : {x, y, b}) system.variables.push_back({v, VariableKind::State, {}});
  const Expr first = pool.eq(pool.next(x), y), second = pool.eq(x, pool.next(x)), third = pool.not_(pool.next(b));
  system.trans.push_back({pool.and_(pool.and_(first, second), third), {}});
  system.invar.push_back({pool.eq(y, x), {}});
  system.invar.push_back({pool.eq(y, pool.arithmetic(Op::Add, y, x)), {}});
  system.init.push_back({pool.and_(pool.eq(pool.integer(2), x), pool.or_(b, pool.eq(x, x))), {}});
  const TransitionSystem found = find_definitions(system);
  ASSERT_EQ(found.next_assignments.size(), 2u);
  EXPECT_EQ(found.next_assignments[0].variable, x);
  EXPECT_EQ(found.next_assignments[0].value, y);
  EXPECT_EQ(found.next_assignments[1].variable, b);
  EXPECT_EQ(found.next_assignments[1].value, pool.boolean(false));
  ASSERT_EQ(found.trans.size(), 1u);  // x has its next value already
  EXPECT_EQ(found.trans[0].condition, second);
  ASSERT_EQ(found.invar_assignments.size(), 1u);
  EXPECT_EQ(found.invar_assignments[0].variable, y);
  EXPECT_EQ(found.invar.size(), 1u);  // a value that depends on itself defines nothing
  ASSERT_EQ(found.init_assignments.size(), 1u);
  EXPECT_EQ(found.init_assignments[0].variable, x);
  EXPECT_EQ(found.init.size(), 1u);
}

TEST(Definitions, AssignedVariablesAreLeftAlone) {
  ExprPool pool;
  TransitionSystem system;
  system.pool = &pool;
  const Expr b = pool.variable("b", pool.boolean_type());
  system.variables.push_back({b, VariableKind::State, {}});
  system.next_assignments.push_back({b, pool.not_(b), {}});
  system.trans.push_back({pool.next(b), {}});
  system.invar.push_back({b, {}});
  const TransitionSystem found = find_definitions(system);
  EXPECT_EQ(found.next_assignments.size(), 1u);
  EXPECT_EQ(found.trans.size(), 1u);
  EXPECT_EQ(found.invar.size(), 1u);
  EXPECT_TRUE(found.invar_assignments.empty());
}

}  // namespace
}  // namespace whynot::rewrite
