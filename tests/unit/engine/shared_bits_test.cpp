// Engines that take turns on the circuits of one system, each adding to them what its questions need, answer as each
// does alone.
#include <gtest/gtest.h>

#include "engine/bits.h"
#include "engine/explicit/explicit.h"
#include "expr/print.h"
#include "support/rounds.h"
#include "unit/engine/random_system.h"

namespace whynot::engine {
namespace {

using whynot::testing::RandomSystem;

// Begun together, asked in turn with little effort each.
void expect_as_alone(const TransitionSystem& system, const std::vector<Property>& properties) {
  Keep keep;
  Context context;
  struct Asked {
    const Engine* engine;
    std::unique_ptr<Search> search;
    bool holds;
  };
  std::vector<Asked> asked;
  for (const Property& p : properties) {
    const Verdict judge = explicit_engine().start({&system, &p, {}, {}, nullptr}, context)->next();
    const Query query{&system, &p, {}, 12, &keep};
    for (const Engine* engine : engines())
      if (!engine->refuses(query))
        asked.push_back({engine, engine->start(query, context), std::holds_alternative<Holds>(judge)});
  }
  for (std::uint64_t effort = 1; effort < 5'000; effort *= 3)
    for (Asked& one : asked) {
      if (!one.search) continue;
      const auto verdict = one.search->advance(effort);
      if (!verdict) continue;
      const bool is_no_answer = std::holds_alternative<NoneUpTo>(*verdict) || std::holds_alternative<Unknown>(*verdict);
      if (!is_no_answer) {
        EXPECT_EQ(std::holds_alternative<Holds>(*verdict), one.holds) << one.engine->name();
      }
      one.search.reset();
    }
}

TEST(SharedBits, TurnsAnswerAsEachAlone) {
  for (std::uint64_t seed = 1; seed <= rounds(150); ++seed) {
    SCOPED_TRACE(seed);
    ExprPool pool;
    RandomSystem made(pool, seed, {});
    std::vector<Property> properties;
    for (int i = 0; i < 3; ++i) {
      Property p;
      p.kind = i < 2 ? PropertyKind::Invariant : PropertyKind::Ltl;
      p.formula = i < 2 ? made.boolean(2, false, false) : made.ltl(2, false);
      properties.push_back(p);
    }
    expect_as_alone(made.system(), properties);
  }
}

TEST(SharedBits, AreThoseOfTheSystemThatIsAskedAbout) {
  ExprPool pool;
  const RandomSystem one(pool, 1, {});
  const TransitionSystem other = one.system();
  Keep keep;
  Context context;
  const auto bits = bits_of(one.system(), &keep, context);
  EXPECT_EQ(bits, bits_of(one.system(), &keep, context));
  EXPECT_NE(bits, bits_of(other, &keep, context));
  EXPECT_NE(bits, bits_of(one.system(), nullptr, context));
}

}  // namespace
}  // namespace whynot::engine
