// Choices that need not change stay as they are.
#include "analyse/variants/quiet.h"

#include "agree/random_model.h"
#include "unit/analyse/why/small_model.h"

namespace whynot::analyse::variants {
namespace {

using why::SmallModel;

TEST(Quiet, UndoesChangesThatDoNotMatter) {
  SmallModel model(
      "MODULE main\nVAR n : 0..5; noise : boolean;\nIVAR hum : 0..3;\n"
      "ASSIGN init(n) := 0; next(n) := n < 5 ? n + 1 : n;\nINVARSPEC n < 4\n");
  const Property& property = model.program->properties.at(0);
  auto trace = model.counterexample(property);
  ASSERT_TRUE(trace);
  for (std::size_t i = 0; i < trace->steps.size(); ++i) {
    trace->steps[i].state[1] = Value::boolean(i % 2 == 1);
    if (i > 0) trace->steps[i].inputs[0] = Value::integer(static_cast<int>(i % 3));
  }
  ASSERT_FALSE(replay_system(model.system(), *model.stepper, *trace, property));
  ASSERT_EQ(changes_of_choices(model.system(), *trace), 7u);
  const Trace quiet = quieter(model.system(), *model.stepper, property, *trace);
  EXPECT_LE(changes_of_choices(model.system(), quiet), 1u);
  EXPECT_FALSE(replay_system(model.system(), *model.stepper, quiet, property));
}

TEST(Quiet, OfRandomModelsStaysACounterexampleOfTheSameLength) {
  std::size_t tried = 0, quieted = 0;
  for (std::uint64_t seed = 0; seed < why::seeds(300); ++seed) {
    SmallModel model(agree::random_model(seed));
    if (!model.ok()) continue;
    for (const Property& property : model.program->properties) {
      const auto trace = model.counterexample(property, "bmc", 8);
      if (!trace) continue;
      const Trace quiet = quieter(model.system(), *model.stepper, property, *trace);
      ASSERT_FALSE(replay_system(model.system(), *model.stepper, quiet, property)) << "seed " << seed;
      ASSERT_EQ(quiet.depth(), trace->depth());
      const std::size_t before = changes_of_choices(model.system(), *trace);
      const std::size_t after = changes_of_choices(model.system(), quiet);
      ASSERT_LE(after, before);
      ++tried;
      quieted += after < before ? 1 : 0;
    }
  }
  EXPECT_GT(tried, 200u);
  EXPECT_GT(quieted, 10u);
}

// LTL speaks of infinite runs: from y = FALSE beside x = 0 there is none.
TEST(Quiet, ARunThatMustGoOnKeepsItsEnd) {
  SmallModel model(
      "MODULE main\nVAR x : 0..1; y : boolean;\nASSIGN init(x) := 0; init(y) := TRUE;\n"
      "TRANS (x = 0 & !y) -> FALSE;\nLTLSPEC G y\n");
  const Property& property = model.program->properties.at(0);
  const auto trace = model.counterexample(property);
  ASSERT_TRUE(trace);
  const Trace quiet = quieter(model.system(), *model.stepper, property, *trace);
  EXPECT_EQ(quiet.steps.back().state, trace->steps.back().state);
  EXPECT_EQ(quiet.steps.back().state[0], Value::integer(1));
}

}  // namespace
}  // namespace whynot::analyse::variants
