// Finite runs of models in which runs may stop, or must be fair, go on forever by steps of the model.
#include "engine/partial/endless.h"

#include <gtest/gtest.h>

#include "engine/engine.h"
#include "model/stepper.h"
#include "unit/engine/random_system.h"

namespace whynot::engine::partial {
namespace {

using whynot::testing::RandomSystem;

void expect_run(const Stepper& stepper, const State& start, const Trace& run) {
  ASSERT_TRUE(run.loop);
  ASSERT_LT(*run.loop, run.steps.size());
  EXPECT_EQ(run.steps.front().state, start);
  for (std::size_t i = 1; i < run.steps.size(); ++i)
    EXPECT_TRUE(stepper.is_step(run.steps[i - 1].state, run.steps[i].inputs, {}, run.steps[i].state));
  EXPECT_TRUE(stepper.is_step(run.steps.back().state, run.closing_inputs, {}, run.steps[*run.loop].state));
}

// A run of one step from each of several initial states; whether a fair run starts there is the explicit engine's word.
TEST(Endless, RunsOfRandomSystemsGoOnWhereAnyDoes) {
  std::size_t gone_on = 0, stopped = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    ExprPool pool;
    RandomSystem made(pool, seed, {.may_stop = true, .fairness = seed % 2 == 0, .inputs = true});
    Context context;
    Property none;
    none.kind = PropertyKind::Ltl;
    none.formula = pool.boolean(false);
    const Verdict verdict = engine_named("explicit")->start({&made.system(), &none, {}, {}, nullptr}, context)->next();
    const auto stepper = make_stepper(made.system());
    bool any = false;
    stepper->initial(context, [&](const State& start) {
      Trace run;
      run.signature = stepper->signature();
      run.steps.emplace_back().state = start;
      const auto longer = endless(made.system(), run, context);
      any = any || longer;
      if (longer) expect_run(*stepper, start, *longer);
      return true;
    });
    EXPECT_EQ(any, std::holds_alternative<Violated>(verdict)) << seed;
    ++(any ? gone_on : stopped);
  }
  EXPECT_GT(gone_on, 50u);
  EXPECT_GT(stopped, 5u);
}

}  // namespace
}  // namespace whynot::engine::partial
