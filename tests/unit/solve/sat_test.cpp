// Questions with a clause of their own.
#include "solve/sat.h"

#include <gtest/gtest.h>

namespace whynot::solve {
namespace {

TEST(Sat, AClauseForOneQuestionIsForgotten) {
  Context context;
  Sat sat(context);
  const int a = sat.new_variable(), b = sat.new_variable(), c = sat.new_variable();
  sat.add({a, b});
  const int neither[] = {-a, -b}, assumed[] = {a, c}, both[] = {a, b};
  EXPECT_EQ(sat.solve_with(neither, assumed), Answer::Sat);
  EXPECT_FALSE(sat.value(b));
  EXPECT_EQ(sat.solve(both), Answer::Sat);
  const int all[] = {c, a, b};
  ASSERT_EQ(sat.solve_with(neither, all), Answer::Unsat);
  EXPECT_TRUE(sat.failed(a));
  EXPECT_TRUE(sat.failed(b));
  EXPECT_FALSE(sat.failed(c));
  EXPECT_EQ(sat.solve(all), Answer::Sat);
}

}  // namespace
}  // namespace whynot::solve
