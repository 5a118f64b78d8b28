// k-induction against the reachable states listed by the Stepper.
#include "engine/induction.h"

#include <gtest/gtest.h>

#include <map>

#include "model/stepper.h"
#include "model/system/replay_system.h"
#include "model/system/truth.h"
#include "unit/engine/random_system.h"

namespace whynot::engine {
namespace {

using whynot::testing::RandomSystem;

// Whether some reachable state, or some transition out of one, makes the invariant false.
bool fails_somewhere(const TransitionSystem& system, Expr invariant, bool leaves) {
  const auto stepper = make_stepper(system);
  Context context;
  std::map<State, bool> seen;
  std::vector<State> open;
  bool fails = false;
  const auto reach = [&](const State& s) {
    if (seen.emplace(s, true).second) open.push_back(s);
  };
  const auto judge = [&](Trace trace) {
    const TraceTruth truth(system, trace, invariant);
    fails = fails || truth.at(invariant, 0) == Truth::False;
  };
  stepper->initial(context, [&](State s) { return reach(s), true; });
  while (!open.empty()) {
    const State from = open.back();
    open.pop_back();
    Trace trace;
    trace.signature = stepper->signature();
    trace.steps.push_back({from, {}, {}});
    if (!leaves) judge(trace);
    stepper->successors(from, context, [&](Successor next) {
      reach(next.state);
      Trace longer = trace;
      longer.steps.push_back({next.state, next.inputs, {}});
      if (leaves) judge(longer);
      return true;
    });
  }
  return fails;
}

TEST(Induction, SettlesInvariantsOfTinySystems) {
  std::size_t proved = 0, violated = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    ExprPool pool;
    RandomSystem made(pool, seed, {.may_stop = seed % 2 == 0, .fairness = false, .inputs = true});
    const bool leaves = seed % 3 == 0;
    Property p;
    // A reading of the next state makes sure that a transition is needed to tell.
    p.formula = made.boolean(2, leaves, false);
    if (leaves) p.formula = pool.xor_(p.formula, pool.next(made.system().variables[0].variable));
    Context context;
    const Query query{&made.system(), &p, {}, 40};
    const Verdict verdict = induction_engine().start(query, context)->next();
    const bool fails = fails_somewhere(made.system(), p.formula, leaves);
    ASSERT_EQ(std::holds_alternative<Violated>(verdict), fails) << seed;
    ASSERT_EQ(std::holds_alternative<Holds>(verdict), !fails) << seed;
    (fails ? violated : proved) += 1;
    if (!fails) continue;
    const Trace& trace = std::get<Trace>(std::get<Violated>(verdict).evidence);
    const auto refusal = replay_system(made.system(), *make_stepper(made.system()), trace, p);
    ASSERT_FALSE(refusal) << seed << ": " << refusal->reason;
  }
  EXPECT_GT(proved, 50u);
  EXPECT_GT(violated, 50u);
}

// G p under fairness: a state without p that only unfair runs reach neither violates nor is proved away.
TEST(Induction, KnowsThatLtlIsAboutFairRuns) {
  ExprPool pool;
  TransitionSystem system;
  system.pool = &pool;
  const Expr b = pool.variable("b", pool.boolean_type());
  system.variables = {{b, VariableKind::State, {}}};
  system.init_assignments.push_back({b, pool.boolean(true), {}});
  system.next_assignments.push_back(
      {b,
       pool.make(Op::Ite, pool.set_type(b.type()),
                 {b, pool.make(Op::SetOf, pool.set_type(b.type()), {b, pool.boolean(false)}), b}),
       {}});
  system.justice.push_back({b, {}});
  Property p;
  p.kind = PropertyKind::Ltl;
  p.formula = pool.temporal(Op::G, {b});
  Context context;
  const Verdict verdict = induction_engine().start({&system, &p, {}, 8}, context)->next();
  EXPECT_TRUE(std::holds_alternative<NoneUpTo>(verdict));
}

TEST(Induction, RefusesWhatIsNoInvariant) {
  ExprPool pool;
  TransitionSystem system;
  system.pool = &pool;
  const Expr b = pool.variable("b", pool.boolean_type());
  system.variables = {{b, VariableKind::State, {}}};
  Property p;
  p.kind = PropertyKind::Ltl;
  p.formula = pool.temporal(Op::F, {b});
  EXPECT_TRUE(induction_engine().refuses({&system, &p, {}, {}}));
  p.formula = pool.temporal(Op::G, {b});
  EXPECT_FALSE(induction_engine().refuses({&system, &p, {}, {}}));
}

}  // namespace
}  // namespace whynot::engine
