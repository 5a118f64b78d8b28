// Replay against the Stepper: good traces pass; whatever is changed at random is refused whenever the
// definition of a run says so.
#include <gtest/gtest.h>

#include "base/random.h"
#include "model/system/replay_system.h"

namespace whynot {
namespace {

// A counter modulo 4 that an input may hold, with a frozen flag: x' = hold ? x : x + 1 mod 4.
struct Counter {
  ExprPool pool;
  TransitionSystem system;
  Expr x, flag, hold;
  Property below3, reaches3;
  std::unique_ptr<Stepper> stepper;

  Counter() {
    system.pool = &pool;
    x = pool.variable("x", pool.range_type(0, 3));
    flag = pool.variable("flag", pool.boolean_type());
    hold = pool.variable("hold", pool.boolean_type());
    system.variables = {
        {x, VariableKind::State, {}}, {flag, VariableKind::Frozen, {}}, {hold, VariableKind::Input, {}}};
    system.init_assignments.push_back({x, pool.integer(0), {}});
    const Expr plus = pool.arithmetic(Op::Mod, pool.arithmetic(Op::Add, x, pool.integer(1)), pool.integer(4));
    system.next_assignments.push_back({x, pool.ite(hold, x, plus), {}});
    below3.name = "below3";
    below3.kind = PropertyKind::Invariant;
    below3.formula = pool.lt(x, pool.integer(3));
    reaches3.name = "reaches3";
    reaches3.kind = PropertyKind::Ltl;
    reaches3.formula = pool.temporal(Op::F, {pool.eq(x, pool.integer(3))});
    stepper = make_stepper(system);
  }

  Step step(int value, bool held) const {
    return {{Value::integer(value), Value::boolean(true)}, {Value::boolean(held)}, {}};
  }

  Trace counting() const {
    Trace trace{stepper->signature(), {step(0, false), step(1, false), step(2, false), step(3, false)}, {}, {}, {}};
    trace.steps[0].inputs.clear();
    return trace;
  }
};

TEST(Replay, AcceptsRunsThatViolate) {
  const Counter c;
  EXPECT_FALSE(replay_system(c.system, *c.stepper, c.counting(), c.below3));
  Trace lasso{c.stepper->signature(), {c.step(0, false), c.step(1, false)}, 1, {Value::boolean(true)}, {}};
  lasso.steps[0].inputs.clear();
  EXPECT_FALSE(replay_system(c.system, *c.stepper, lasso, c.reaches3));
}

TEST(Replay, SaysWhatIsWrong) {
  const Counter c;
  Trace skips = c.counting();
  skips.steps.erase(skips.steps.begin() + 2);
  EXPECT_EQ(replay_system(c.system, *c.stepper, skips, c.below3)->reason, "step 2 is not a successor of step 1");
  Trace late = c.counting();
  late.steps.erase(late.steps.begin());
  EXPECT_EQ(replay_system(c.system, *c.stepper, late, c.below3)->reason, "step 0 is not an initial state");
  Trace thaws = c.counting();
  thaws.steps[3].state[1] = Value::boolean(false);
  EXPECT_EQ(replay_system(c.system, *c.stepper, thaws, c.below3)->step, 3u);
  Trace harmless = c.counting();
  harmless.steps.pop_back();
  EXPECT_EQ(replay_system(c.system, *c.stepper, harmless, c.below3)->reason, "the invariant holds in every step");
  EXPECT_EQ(replay_system(c.system, *c.stepper, harmless, c.reaches3)->reason,
            "the trace is too short to tell: what is missing lies beyond its end");
  Trace ill = c.counting();
  ill.steps[1].state[0] = Value::integer(7);
  EXPECT_EQ(replay_system(c.system, *c.stepper, ill, c.below3)->reason, "x = 7 is not of type 0..3");
}

// The definition, said once more: by hand for this one model.
bool is_violation(const Trace& t) {
  const auto x = [&](std::size_t i) { return t.steps[i].state[0]; };
  bool reached = false;
  for (std::size_t i = 0; i < t.steps.size(); ++i) {
    if (!x(i).is_integer() || x(i).as_integer() < 0 || x(i).as_integer() > 3) return false;
    if (!t.steps[i].state[1].is_boolean() || t.steps[i].state[1] != t.steps[0].state[1]) return false;
    reached = reached || x(i).as_integer() == 3;
    if (i == 0) {
      if (x(0).as_integer() != 0) return false;
      continue;
    }
    if (t.steps[i].inputs.size() != 1 || !t.steps[i].inputs[0].is_boolean()) return false;
    const Integer expected =
        t.steps[i].inputs[0].is_true() ? x(i - 1).as_integer() : Integer((x(i - 1).as_integer() + 1) % 4);
    if (x(i).as_integer() != expected) return false;
  }
  return reached;
}

TEST(Replay, RefusesEveryRandomChangeThatBreaksTheRun) {
  const Counter c;
  Random random(3);
  std::size_t refused = 0;
  for (int round = 0; round < 3000; ++round) {
    Trace trace = c.counting();
    for (std::size_t changes = 1 + random.below(2); changes-- > 0;) {
      Step& step = trace.steps[random.below(trace.steps.size())];
      switch (random.below(5)) {
        case 0: step.state[0] = Value::integer(random.between(-1, 4)); break;
        case 1: step.state[1] = Value::boolean(random.chance(50)); break;
        case 2:
          if (!step.inputs.empty()) step.inputs[0] = Value::boolean(random.chance(50));
          break;
        case 3: trace.steps.pop_back(); break;
        default: std::swap(step, trace.steps[random.below(trace.steps.size())]); break;
      }
      if (trace.steps.empty()) break;
    }
    if (trace.steps.empty()) continue;
    const bool accepted = !replay_system(c.system, *c.stepper, trace, c.below3);
    ASSERT_EQ(accepted, is_violation(trace)) << "round " << round;
    refused += !accepted;
  }
  EXPECT_GT(refused, 1000u);
}

TEST(Stepper, ListsExactlyTheSteps) {
  const Counter c;
  Context context;
  std::vector<State> initial;
  EXPECT_TRUE(c.stepper->initial(context, [&](State s) {
    initial.push_back(std::move(s));
    return true;
  }));
  EXPECT_EQ(initial.size(), 2u);  // the flag is free
  std::size_t found = 0;
  c.stepper->successors(initial[0], context, [&](Successor s) {
    EXPECT_TRUE(c.stepper->is_step(initial[0], s.inputs, s.action, s.state));
    ++found;
    return true;
  });
  EXPECT_EQ(found, 2u);  // held or not
}

}  // namespace
}  // namespace whynot
