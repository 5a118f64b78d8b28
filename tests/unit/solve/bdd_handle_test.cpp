// Handles, the rules around them, and walking.
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <utility>

#include "solve/bdd.h"

namespace whynot::solve {
namespace {

class BddHandle : public testing::Test {
 protected:
  BddHandle() {
    for (unsigned v = 0; v < 6; ++v) manager.new_variable();
  }
  BddManager manager;
};

TEST_F(BddHandle, KeepsItsFunctionAlive) {
  Bdd f = manager.variable(0) & manager.variable(1);
  Bdd copy = f;
  f = manager.variable(2) ^ manager.variable(3);
  Bdd moved = std::move(copy);
  EXPECT_FALSE(copy.valid());
  manager.collect_garbage();
  EXPECT_EQ(manager.statistics().nodes, 4u);
  EXPECT_EQ(moved, manager.variable(0) & manager.variable(1));
  moved = Bdd();
  f = static_cast<const Bdd&>(f);
  manager.collect_garbage();
  EXPECT_EQ(manager.statistics().nodes, 2u);
  EXPECT_EQ(f, manager.variable(2) ^ manager.variable(3));
}

TEST_F(BddHandle, InvalidOperandsGiveInvalidResults) {
  const Bdd none, f = manager.variable(0);
  const Bdd one = manager.constant(true);
  EXPECT_FALSE((!none).valid());
  for (const Bdd& g : {f & none, none | f, f ^ none, f.ite(f, none), f.exists(none), f.and_exists(none, one),
                       f.compose(0, none), f.substitute(manager.substitution({{0, none}}))})
    EXPECT_FALSE(g.valid());
  EXPECT_FALSE(f.leq(none) || none.leq(f) || none.intersects(f));
  EXPECT_FALSE(none.for_each_prime_cube(none, [](const BddCube&) { return true; }));
  EXPECT_EQ(none.node_count(), 0u);
  EXPECT_FALSE(manager.failed());
}

TEST_F(BddHandle, ImplicationBuildsNothing) {
  Bdd f = manager.constant(false), g = f;
  for (unsigned v = 0; v < 5; ++v) {
    f ^= manager.variable(v);
    g |= manager.variable(v);
  }
  manager.collect_garbage();
  const std::size_t nodes = manager.statistics().nodes;
  EXPECT_TRUE(f.leq(g));
  EXPECT_FALSE(g.leq(f));
  EXPECT_TRUE(f.intersects(g));
  EXPECT_EQ(manager.statistics().nodes, nodes);
}

TEST_F(BddHandle, NodesShowCofactors) {
  const Bdd f = manager.variable(1).ite(manager.variable(3), !manager.variable(2));
  const BddNode top = (!f).node();
  EXPECT_EQ(top.variable(), 1u);
  EXPECT_EQ(top.high(), (!manager.variable(3)).node());
  EXPECT_EQ(top.low(), manager.variable(2).node());
  EXPECT_TRUE(top.low().high().is_true());
  EXPECT_EQ(top.low().high().level(), manager.variable_count());
  EXPECT_EQ(top.key() ^ 1, f.node().key());
}

TEST_F(BddHandle, VisitorsMayStopAndMayCompute) {
  const Bdd f = manager.variable(0) ^ manager.variable(1) ^ manager.variable(5);
  int seen = 0;
  f.for_each_cube([&](const BddCube&) { return ++seen < 2; });
  EXPECT_EQ(seen, 2);
  Bdd sum = manager.constant(false);
  f.for_each_cube([&](const BddCube& cube) {
    sum |= manager.cube(cube);
    return true;
  });
  EXPECT_EQ(sum, f);
  int cubes = 0;
  EXPECT_TRUE(f.for_each_prime_cube(f, [&](const BddCube&) { return ++cubes > 0; }));
  EXPECT_EQ(cubes, 4);
}

TEST_F(BddHandle, CountsBeyondAnyDouble) {
  for (unsigned v = 6; v < 3000; ++v) manager.new_variable();
  std::vector<BddLiteral> literals;
  for (BddVariable v = 0; v < 3000; ++v) literals.push_back({v, v % 2 == 0});
  const Bdd one = manager.cube(literals);
  EXPECT_EQ(one.sat_count_double(3000), 1.0);
  EXPECT_EQ((!one).sat_count_double(3000), std::numeric_limits<double>::infinity());
  EXPECT_EQ((!one).sat_count(3000), power_of_two(3000) - 1);
}

using BddHandleDeathTest = BddHandle;

TEST_F(BddHandleDeathTest, MixedManagersAreABug) {
  BddManager other;
  const Bdd f = manager.variable(0), g = other.constant(true);
  EXPECT_EXIT((void)(f & g), testing::ExitedWithCode(70), "one manager");
}

TEST_F(BddHandleDeathTest, TheOrderDoesNotChangeUnderAWalk) {
  const Bdd f = manager.variable(0) & manager.variable(1);
  EXPECT_EXIT(f.for_each_node([&](const BddNode&) { manager.reorder(); }), testing::ExitedWithCode(70), "order");
}

}  // namespace
}  // namespace whynot::solve
