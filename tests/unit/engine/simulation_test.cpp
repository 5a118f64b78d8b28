// Random simulation against the states listed by the explicit engine.
#include "engine/sim/simulation.h"

#include <gtest/gtest.h>

#include "engine/explicit/explicit.h"
#include "engine/turns/portfolio.h"
#include "model/stepper.h"
#include "model/system/replay_system.h"
#include "unit/engine/random_system.h"

namespace whynot::engine {
namespace {

using whynot::testing::RandomSystem;

TEST(Simulation, FindsWhatTinySystemsViolate) {
  std::size_t violated = 0, found = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    ExprPool pool;
    RandomSystem made(pool, seed, {.may_stop = seed % 2 == 0, .fairness = false, .inputs = true});
    Property p;
    p.formula = made.boolean(2, seed % 3 == 0, false);
    if (seed % 3 == 0) p.formula = pool.xor_(p.formula, pool.next(made.system().variables[0].variable));
    const Query query{&made.system(), &p, {}, 40};
    Context context;
    const Verdict judge = explicit_engine().start(query, context)->next();
    const auto search = simulation_engine().start(query, context);
    const std::optional<Verdict> verdict = search->advance(20);
    const Trace* trace = verdict ? trace_of(*verdict) : nullptr;
    violated += std::holds_alternative<Violated>(judge);
    found += trace != nullptr;
    if (!trace) continue;
    ASSERT_TRUE(std::holds_alternative<Violated>(judge)) << seed;
    const auto refusal = replay_system(made.system(), *make_stepper(made.system()), *trace, p);
    ASSERT_FALSE(refusal) << seed << ": " << refusal->reason;
  }
  EXPECT_GT(violated, 100u);
  EXPECT_GT(found * 100, violated * 98) << found << " of " << violated;
}

// G p is about infinite runs: where a step may be missing a finite one shows nothing.
TEST(Simulation, SaysNothingOfRunsThatMayEnd) {
  ExprPool pool;
  TransitionSystem system;
  system.pool = &pool;
  const Expr b = pool.variable("b", pool.boolean_type());
  system.variables.push_back({b, VariableKind::State, {}});
  system.trans.push_back({pool.and_(b, pool.next(b)), {}});
  Property p;
  p.kind = PropertyKind::Ltl;
  p.formula = pool.temporal(Op::G, {b});
  Context context;
  const Query query{&system, &p, {}, 40};
  EXPECT_TRUE(std::holds_alternative<Unknown>(simulation_engine().start(query, context)->next()));
}

// A 40-bit word that is one of two others far away: no random word is, so that members must be taken.
TEST(Simulation, TakesMembersOfSets) {
  ExprPool pool;
  TransitionSystem system;
  system.pool = &pool;
  const Type word = pool.word_type(40, false);
  const Expr w = pool.variable("w", word);
  const auto constant = [&](std::uint64_t n) { return pool.constant(word.value(Integer(n)), word); };
  system.variables.push_back({w, VariableKind::State, {}});
  system.init_assignments.push_back({w, constant(0), {}});
  const Expr either = pool.make(Op::SetOf, pool.set_type(word), {w, pool.make(Op::Add, word, {w, constant(1)})});
  system.next_assignments.push_back({w, either, {}});
  Property p;
  p.formula = pool.not_(pool.eq(w, constant(30)));
  Context context;
  const Query query{&system, &p, {}, 10};
  const Verdict verdict = simulation_engine().start(query, context)->next();
  const Trace* trace = trace_of(verdict);
  ASSERT_NE(trace, nullptr);
  EXPECT_GE(trace->depth(), 30u);
  EXPECT_FALSE(replay_system(system, *make_stepper(system), *trace, p));
}

TEST(Simulation, IsTheSameFromTheSameSeed) {
  for (const std::uint64_t seed : {3u, 5u, 8u}) {
    const auto steps = [&](std::uint64_t context_seed) {
      ExprPool pool;
      RandomSystem made(pool, seed, {.may_stop = false, .fairness = false, .inputs = true});
      Property p;
      p.formula = made.boolean(2, false, false);
      Context context({}, context_seed);
      const auto verdict = simulation_engine().start({&made.system(), &p, {}, 40}, context)->advance(50);
      const Trace* trace = verdict ? trace_of(*verdict) : nullptr;
      return trace ? trace->steps : std::vector<Step>();
    };
    EXPECT_EQ(steps(1), steps(1));
  }
}

}  // namespace
}  // namespace whynot::engine
