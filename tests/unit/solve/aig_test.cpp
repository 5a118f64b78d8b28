#include "solve/aig.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "solve/cnf.h"
#include "solve/sat.h"

namespace whynot::solve {
namespace {

TEST(Sat, AnswersUnderAssumptionsAndTellsTheCore) {
  Context context;
  Sat sat(context);
  const int a = sat.new_variable(), b = sat.new_variable(), c = sat.new_variable();
  sat.add({-a, -b});
  EXPECT_EQ(sat.solve({a, c}), Answer::Sat);
  EXPECT_TRUE(sat.value(a));
  EXPECT_FALSE(sat.value(b));
  EXPECT_EQ(sat.solve({a, b, c}), Answer::Unsat);
  EXPECT_TRUE(sat.failed(a));
  EXPECT_TRUE(sat.failed(b));
  EXPECT_FALSE(sat.failed(c));
  EXPECT_EQ(sat.solve(), Answer::Sat);
}

// n + 1 pigeons do not fit in n holes: hard for resolution.
void add_pigeons(Sat& sat, int n) {
  std::vector<std::vector<int>> in(static_cast<std::size_t>(n) + 1);
  for (auto& pigeon : in)
    for (int hole = 0; hole < n; ++hole) pigeon.push_back(sat.new_variable());
  for (auto& pigeon : in) sat.add(pigeon);
  for (std::size_t p = 0; p < in.size(); ++p)
    for (std::size_t q = 0; q < p; ++q)
      for (std::size_t hole = 0; hole < static_cast<std::size_t>(n); ++hole) sat.add({-in[p][hole], -in[q][hole]});
}

TEST(Sat, StopsAtTheDeadlineAndWhenConflictsAreUsedUp) {
  Context unlimited;
  Sat paused(unlimited);
  add_pigeons(paused, 11);
  EXPECT_EQ(paused.solve({}, 10), Answer::Stopped);

  Context context({.time = std::chrono::milliseconds(100), .memory_bytes = {}});
  Sat sat(context);
  add_pigeons(sat, 14);
  EXPECT_EQ(sat.solve(), Answer::Stopped);
  EXPECT_EQ(context.stopped(), Stop::Timeout);
}

TEST(Aig, SimplifiesAndShares) {
  Aig g;
  const Lit x = g.input(), y = g.input(), z = g.input();
  EXPECT_EQ(g.and_(x, y), g.and_(y, x));
  EXPECT_EQ(g.and_(x, !x), Aig::constant(false));
  EXPECT_EQ(g.and_(g.and_(x, y), x), g.and_(x, y));
  EXPECT_EQ(g.and_(g.and_(x, y), !x), Aig::constant(false));
  EXPECT_EQ(g.and_(!g.and_(x, y), x), g.and_(x, !y));
  EXPECT_EQ(g.and_(!g.and_(x, y), !g.and_(x, !y)), !x);
  EXPECT_EQ(g.and_(g.and_(x, y), g.and_(!x, z)), Aig::constant(false));
  EXPECT_EQ(g.xor_(x, y), !g.xor_(x, !y));
  EXPECT_EQ(g.ite(x, y, y), y);
  EXPECT_EQ(g.all({}), Aig::constant(true));
  EXPECT_EQ(g.any({}), Aig::constant(false));
}

// Random circuits over six inputs; each node's truth table is computed beside it.
TEST(Aig, RandomCircuitsKeepTheirTruthTablesInGraphAndClauses) {
  constexpr std::size_t inputs = 6;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    Aig g;
    std::vector<std::pair<Lit, std::uint64_t>> made;
    for (std::size_t i = 0; i < inputs; ++i) {
      std::uint64_t table = 0;
      for (std::size_t row = 0; row < 64; ++row) table |= std::uint64_t{(row >> i) & 1} << row;
      made.emplace_back(g.input(), table);
    }
    const auto pick = [&] {
      auto [l, table] = made[random.below(made.size())];
      return random.chance(50) ? std::pair(l, table) : std::pair(!l, ~table);
    };
    for (std::size_t i = 0; i < 40; ++i) {
      const auto [a, ta] = pick();
      const auto [b, tb] = pick();
      const auto [c, tc] = pick();
      switch (random.below(4)) {
        case 0: made.emplace_back(g.and_(a, b), ta & tb); break;
        case 1: made.emplace_back(g.or_(a, b), ta | tb); break;
        case 2: made.emplace_back(g.xor_(a, b), ta ^ tb); break;
        default: made.emplace_back(g.ite(a, b, c), (ta & tb) | (~ta & tc)); break;
      }
    }
    for (std::size_t row = 0; row < 64; ++row) {
      const auto values = evaluate(g, [&](std::uint32_t node) { return (row >> (node - 1)) & 1; });
      for (auto [l, table] : made) ASSERT_EQ(values[l.node()] != l.complemented(), (table >> row) & 1) << seed;
    }
    Context context;
    Sat sat(context);
    Cnf cnf(g, sat);
    const auto [wanted, table] = made.back();
    const auto [required, also] = made[made.size() - 2];
    cnf.require(required);
    const int literal = cnf.literal(wanted);
    EXPECT_EQ(sat.solve({literal}) == Answer::Sat, (table & also) != 0) << seed;
    EXPECT_EQ(sat.solve({-literal}) == Answer::Sat, (~table & also) != 0) << seed;
    if ((~table & also) != 0) {
      const auto model = cnf.model();
      EXPECT_NE(model[required.node()], required.complemented());
      EXPECT_EQ(model[wanted.node()], wanted.complemented());
    }
  }
}

TEST(Cnf, DeepChainsNeedNoStack) {
  Aig g;
  Lit chain = g.input();
  for (int i = 0; i < 300000; ++i) chain = !g.and_(chain, g.input());
  Context context;
  Sat sat(context);
  Cnf cnf(g, sat);
  EXPECT_EQ(sat.solve({cnf.literal(chain)}), Answer::Sat);
}

}  // namespace
}  // namespace whynot::solve
