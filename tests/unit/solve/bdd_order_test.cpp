// Orders: sifting finds good ones, blocks stay together, and functions never change.
#include <gtest/gtest.h>

#include <numeric>

#include "base/random.h"
#include "solve/bdd.h"

namespace whynot::solve {
namespace {

// x0 y0 | x1 y1 | …, with all x above all y: exponential, but linear when pairs are neighbours.
Bdd pairs(BddManager& manager, unsigned n) {
  Bdd f = manager.constant(false);
  for (unsigned i = 0; i < n; ++i) f |= manager.variable(i) & manager.variable(n + i);
  return f;
}

TEST(BddOrder, SiftingFindsTheLinearOrder) {
  BddManager manager;
  for (unsigned v = 0; v < 20; ++v) manager.new_variable();
  const Bdd f = pairs(manager, 10);
  const Integer count = f.sat_count(20);
  const std::size_t before = f.node_count();
  manager.reorder();
  EXPECT_EQ(f.node_count(), 20u);
  EXPECT_GT(before, 1000u);
  EXPECT_EQ(f.sat_count(20), count);
  EXPECT_EQ(pairs(manager, 10), f);
  manager.collect_garbage();
  EXPECT_EQ(manager.statistics().nodes, f.node_count());
}

TEST(BddOrder, BlocksStayTogether) {
  BddManager manager;
  constexpr unsigned n = 12;
  for (unsigned v = 0; v < 2 * n; ++v) manager.new_variable();
  for (unsigned v = 0; v < 2 * n; v += 3) manager.tie(v, 3);
  const Bdd f = pairs(manager, n);
  manager.reorder();
  EXPECT_LT(f.node_count(), 2000u);
  for (unsigned v = 0; v < 2 * n; v += 3) {
    EXPECT_EQ(manager.level_of(v + 1), manager.level_of(v) + 1);
    EXPECT_EQ(manager.level_of(v + 2), manager.level_of(v) + 2);
  }
  EXPECT_EQ(pairs(manager, n), f);
}

TEST(BddOrder, AnOrderCanBeGiven) {
  BddManager manager;
  for (unsigned v = 0; v < 16; ++v) manager.new_variable();
  const Bdd f = pairs(manager, 8);
  std::vector<BddVariable> order;
  for (unsigned i = 0; i < 8; ++i) order.insert(order.end(), {i, 8 + i});
  ASSERT_TRUE(manager.set_order(order));
  EXPECT_EQ(f.node_count(), 16u);
  EXPECT_EQ(pairs(manager, 8), f);
  for (unsigned l = 0; l < 16; ++l) EXPECT_EQ(manager.variable_at(l), order[l]);
}

TEST(BddOrder, BadOrdersAreRefused) {
  BddManager manager;
  for (unsigned v = 0; v < 4; ++v) manager.new_variable();
  manager.tie(0, 2);
  const auto try_order = [&](std::vector<BddVariable> order) { return manager.set_order(order); };
  EXPECT_FALSE(try_order({0, 1, 2}));
  EXPECT_FALSE(try_order({0, 1, 2, 2}));
  EXPECT_FALSE(try_order({0, 1, 2, 9}));
  EXPECT_FALSE(try_order({0, 2, 1, 3}));
  EXPECT_TRUE(try_order({3, 1, 0, 2}));
  EXPECT_EQ(manager.level_of(3), 0u);
}

TEST(BddOrder, ReorderingByItselfRescuesAnExponentialBuild) {
  BddManager manager({.auto_reorder = true, .first_reorder = 2'000});
  constexpr unsigned n = 60;
  for (unsigned v = 0; v < 2 * n; ++v) manager.new_variable();
  const Bdd f = pairs(manager, n);
  ASSERT_TRUE(f.valid());
  EXPECT_GT(manager.statistics().reorderings, 0u);
  EXPECT_LT(manager.statistics().peak_nodes, 1'000'000u);
  EXPECT_EQ(pairs(manager, n), f);
}

// One operation alone that explodes is given up for a reordering, and then done again.
TEST(BddOrder, ReorderingComesInTheMiddleOfAnOperation) {
  BddManager manager({.auto_reorder = true, .first_reorder = 1'000});
  constexpr unsigned n = 16;
  for (unsigned v = 0; v < 2 * n; ++v) manager.new_variable();
  std::vector<std::pair<BddVariable, Bdd>> functions;
  Bdd neighbours = manager.constant(false);
  for (unsigned i = 0; i < n; ++i) {
    neighbours |= manager.variable(2 * i) & manager.variable(2 * i + 1);
    functions.emplace_back(2 * i, manager.variable(i));
    functions.emplace_back(2 * i + 1, manager.variable(n + i));
  }
  const Bdd f = neighbours.substitute(manager.substitution(functions));
  EXPECT_EQ(f, pairs(manager, n));
}

TEST(BddOrder, NewVariablesGoToTheBottomAfterwards) {
  BddManager manager;
  for (unsigned v = 0; v < 8; ++v) manager.new_variable();
  const Bdd f = pairs(manager, 4);
  manager.reorder();
  const BddVariable late = manager.new_variable();
  EXPECT_EQ(manager.level_of(late), 8u);
  const Bdd g = f ^ manager.variable(late);
  manager.reorder();
  EXPECT_EQ(g ^ manager.variable(late), f);
}

}  // namespace
}  // namespace whynot::solve
