// Lifted cubes against plain evaluation: whatever the other latches are, the goals stay true.
#include <gtest/gtest.h>

#include <stdexcept>

#include "base/random.h"
#include "engine/ic3/cube/lifting.h"
#include "engine/induction.h"
#include "front/smv/smv.h"

namespace whynot::engine::ic3 {
namespace {

using solve::Lit;

class LiftingOnWords : public ::testing::Test {
 protected:
  LiftingOnWords() {
    const char* text =
        "MODULE main IVAR i : boolean; VAR x : word[5]; y : word[5]; z : word[5]; b : boolean;"
        "ASSIGN next(x) := i ? x + y : (x & y) | z; next(y) := b ? y xor z : 0ud5_7; next(z) := x > y ? z : y - 0ud5_1;"
        "next(b) := case z = 0ud5_3 : i; x[0:0] = 0ud1_1 : !b; TRUE : b; esac;"
        "INVARSPEC x != 0ud5_9";
    program_ = front::smv::load(sources_.add("lifting.smv", text), sources_, pool_, diagnostics_);
    if (!program_) throw std::runtime_error("the model should load");
    bits_.emplace(program_->system);
    bits_->settle_fits(context_);
    circuit_.emplace(*bits_, invariant_of(pool_, program_->properties[0]), context_);
    activity_.emplace(circuit_->latches());
  }

  std::vector<bool> random_inputs(Random& random) {
    std::vector<bool> inputs(circuit_->graph().size(), false);
    for (std::uint32_t n = 1; n < inputs.size(); ++n)
      if (circuit_->graph().is_input(n)) inputs[n] = random.chance(50);
    return inputs;
  }
  bool is_true(Lit l, const std::vector<bool>& inputs) {
    const std::vector<bool> values = evaluate(circuit_->graph(), [&](std::uint32_t n) { return inputs[n]; });
    return values[l.node()] != l.complemented();
  }

  Sources sources_;
  ExprPool pool_;
  Diagnostics diagnostics_;
  Context context_;
  std::optional<front::smv::Program> program_;
  std::optional<encode::BitSystem> bits_;
  std::optional<Circuit> circuit_;
  std::optional<Activity> activity_;
};

TEST_F(LiftingOnWords, GoalsStayTrueWhateverWasLeftOut) {
  Random random(7);
  Lifting lifting(*circuit_, *activity_);
  std::size_t bits_left = 0, rounds = 300;
  for (std::size_t round = 0; round < rounds; ++round) {
    const std::vector<bool> inputs = random_inputs(random);
    std::vector<Lit> goals;
    for (const Circuit::Latch& latch : circuit_->latches())
      if (random.chance(20)) goals.push_back(latch.next ^ !is_true(latch.next, inputs));
    const Cube cube = lifting.lifted(goals, inputs);
    bits_left += cube.size();
    for (int other = 0; other < 8; ++other) {
      std::vector<bool> changed = random_inputs(random);
      for (std::uint32_t free : circuit_->free_bits()) changed[free] = inputs[free];
      for (Bit bit : cube.bits()) {
        const Lit latch = circuit_->latches()[latch_of(bit)].current;
        ASSERT_EQ(is_true(latch, inputs), value_of(bit));
        changed[latch.node()] = inputs[latch.node()];
      }
      for (Lit goal : goals) ASSERT_TRUE(is_true(goal, changed)) << round;
    }
    activity_->bump(cube);
  }
  EXPECT_LT(bits_left, rounds * circuit_->latches().size() * 3 / 4);  // there is something to leave out
}

TEST_F(LiftingOnWords, NothingIsNeededForNothing) {
  Random random(8);
  Lifting lifting(*circuit_, *activity_);
  EXPECT_EQ(lifting.lifted({}, random_inputs(random)).size(), 0u);
  EXPECT_EQ(lifting.lifted({solve::Aig::constant(true)}, random_inputs(random)).size(), 0u);
}

}  // namespace
}  // namespace whynot::engine::ic3
