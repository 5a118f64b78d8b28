// Running out: memory, the wish to stop, too many variables, deep functions.  The manager says so, every
// handle stays sound, and it works again afterwards.
#include <gtest/gtest.h>

#include <thread>

#include "solve/bdd.h"

namespace whynot::solve {
namespace {

// A function of 2n variables that is exponential in n under this order.
Bdd comparator(BddManager& manager, unsigned n) {
  Bdd equal = manager.constant(true);
  for (unsigned i = 0; i < n; ++i) equal &= manager.variable(i).iff(manager.variable(n + i));
  return equal;
}
void add_variables(BddManager& manager, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) manager.new_variable();
}

TEST(BddLimits, MemoryLimitFailsAndTheManagerGoesOn) {
  constexpr std::uint64_t limit = 4 << 20;
  BddManager manager({.memory_bytes = limit});
  add_variables(manager, 60);
  const Bdd small = comparator(manager, 8);
  const std::size_t size = small.node_count();
  const Bdd large = comparator(manager, 30);
  EXPECT_FALSE(large.valid());
  EXPECT_EQ(manager.failure(), BddFailure::Memory);
  EXPECT_EQ(failure_word(manager.failure()), "memory limit");
  const BddStatistics s = manager.statistics();
  EXPECT_LE(s.node_bytes + s.table_bytes + s.cache_bytes, limit);

  // Until it is cleared nothing works, and predicates answer so that loops end.
  const Bdd after = small & manager.variable(3);
  EXPECT_FALSE(after.valid() || after.is_true() || after.is_false() || after.is_satisfiable());
  EXPECT_FALSE(small.leq(small | small));
  EXPECT_EQ(after, Bdd());
  EXPECT_EQ(after.sat_count(60), 0);
  EXPECT_FALSE(after.pick_cube().has_value());
  EXPECT_TRUE((!small).valid()) << "negation needs no memory";

  manager.clear_failure();
  EXPECT_EQ(small.node_count(), size);
  EXPECT_EQ(comparator(manager, 8), small);
  EXPECT_FALSE(manager.failed());
}

TEST(BddLimits, GarbageIsCollectedBeforeGivingUp) {
  BddManager manager({.memory_bytes = 4 << 20});
  add_variables(manager, 40);
  for (unsigned round = 0; round < 15; ++round) {
    const Bdd f = comparator(manager, 14) ^ manager.variable(39 - round % 5);
    ASSERT_TRUE(f.valid()) << round;
  }
  EXPECT_GT(manager.statistics().collections, 0u);
}

TEST(BddLimits, AContextStopsALongOperation) {
  Context context({.time = std::chrono::milliseconds(50), .memory_bytes = {}});
  BddManager manager;
  manager.watch(&context);
  add_variables(manager, 80);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_FALSE(comparator(manager, 40).valid());
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  EXPECT_EQ(manager.failure(), BddFailure::Stopped);
  manager.watch(nullptr);
  manager.clear_failure();
  EXPECT_TRUE(comparator(manager, 8).valid());
}

TEST(BddLimits, AnotherThreadMayAskToStop) {
  Context context;
  BddManager manager;
  manager.watch(&context);
  add_variables(manager, 80);
  std::thread other([&] { context.request_stop(Stop::Cancelled); });
  EXPECT_FALSE(comparator(manager, 40).valid());
  other.join();
  EXPECT_EQ(context.stopped(), Stop::Cancelled);
}

TEST(BddLimits, StopEndsSiftingInAGoodState) {
  Context context;
  BddManager manager;
  add_variables(manager, 32);
  const Bdd f = comparator(manager, 12);
  const Integer count = f.sat_count(32);
  manager.watch(&context);
  context.request_stop(Stop::Interrupted);
  manager.reorder();
  manager.watch(nullptr);
  manager.clear_failure();
  EXPECT_EQ(f.sat_count(32), count);
  EXPECT_EQ(comparator(manager, 12), f);
}

TEST(BddLimits, TooManyVariablesAreRefused) {
  BddManager manager;
  add_variables(manager, BddManager::max_variables);
  EXPECT_FALSE(manager.failed());
  EXPECT_EQ(manager.new_variable(), BddManager::max_variables - 1);
  EXPECT_EQ(manager.failure(), BddFailure::Variables);
}

TEST(BddLimits, DeepFunctionsDoNotOverflowTheStack) {
  BddManager manager;
  add_variables(manager, BddManager::max_variables);
  std::vector<BddLiteral> even, odd;
  std::vector<BddVariable> quantified;
  std::vector<std::pair<BddVariable, BddVariable>> pairs;
  for (BddVariable v = 0; v < BddManager::max_variables; ++v) {
    (v % 2 ? odd : even).push_back({v, v % 3 == 0});
    if (v % 4 == 1) quantified.push_back(v);
    if (v % 2 == 1) pairs.emplace_back(v, v - 1);
  }
  const Bdd f = manager.cube(even), g = manager.cube(odd), cube = manager.cube_of(quantified);
  const Bdd both = f & g;
  EXPECT_EQ(both.node_count(), BddManager::max_variables);
  EXPECT_EQ(both.sat_count(BddManager::max_variables), 1);
  EXPECT_TRUE(both.leq(f));
  EXPECT_EQ(f.and_exists(g, cube), both.exists(cube));
  EXPECT_EQ((f ^ g) | both, f | g);
  EXPECT_EQ(f.ite(g, f ^ g), g);
  EXPECT_EQ(both.constrain(f), g);
  EXPECT_EQ(both.restrict(g), f);
  std::vector<std::pair<BddVariable, Bdd>> swapped;
  for (const auto& [a, b] : pairs) {
    swapped.emplace_back(a, manager.variable(b));
    swapped.emplace_back(b, manager.variable(a));
  }
  const BddSubstitution swap = manager.substitution(swapped);
  EXPECT_EQ(both.substitute(swap).substitute(swap), both);
  int cubes = 0;
  EXPECT_TRUE(both.for_each_prime_cube(both, [&](const BddCube&) { return ++cubes > 0; }));
  EXPECT_EQ(cubes, 1);
  EXPECT_FALSE(manager.failed());
}

TEST(BddLimits, NodesAndCacheStaySmall) {
  BddManager manager;
  add_variables(manager, 36);
  const Bdd f = comparator(manager, 17);
  const BddStatistics s = manager.statistics();
  ASSERT_GT(s.nodes, 300'000u);
  EXPECT_LE(s.node_bytes + s.table_bytes, 24 * s.nodes);
  EXPECT_LE(s.cache_bytes, s.node_bytes);
}

TEST(BddLimits, TheCacheHasALimitOfItsOwn) {
  BddManager manager({.cache_bytes = 1 << 20});
  add_variables(manager, 36);
  EXPECT_TRUE(comparator(manager, 17).valid());
  EXPECT_LE(manager.statistics().cache_bytes, std::size_t{1} << 20);
}

}  // namespace
}  // namespace whynot::solve
