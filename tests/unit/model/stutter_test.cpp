// Normal forms of runs against what they show: long pieces of the runs, with neighbours that are equal taken as one.
#include "model/stutter.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "support/rounds.h"

namespace whynot {
namespace {

Trace trace_of(const std::vector<int>& values, std::optional<std::size_t> loop) {
  Trace trace;
  for (const int value : values) {
    Step step;
    step.state = {Value::integer(Integer(value))};
    trace.steps.push_back(std::move(step));
  }
  trace.loop = loop;
  return trace;
}

// The values one after the other, each once however long it stays; of a loop the first `most` of them.
std::vector<int> shown(const std::vector<int>& values, std::optional<std::size_t> loop, std::size_t most) {
  std::vector<int> out;
  std::size_t at = 0;
  for (std::size_t step = 0; step < 40 * most && out.size() < most; ++step) {
    if (out.empty() || out.back() != values[at]) out.push_back(values[at]);
    ++at;
    if (at == values.size() && !loop) break;
    if (at == values.size()) at = *loop;
  }
  return out;
}

struct Path {
  std::vector<int> values;
  std::optional<std::size_t> loop;
};

Path random_path(Random& random) {
  Path run;
  const std::size_t length = 1 + random.below(7);
  for (std::size_t i = 0; i < length; ++i) run.values.push_back(static_cast<int>(random.below(3)));
  if (random.below(3) > 0) run.loop = random.below(length);
  return run;
}

TEST(Stutter, EqualFormsShowTheSame) {
  Random random(7);
  std::size_t equal = 0;
  for (int round = 0; round < static_cast<int>(rounds(4000)); ++round) {
    const Path a = random_path(random), b = random_path(random);
    const bool same =
        without_stutter(trace_of(a.values, a.loop), {0}) == without_stutter(trace_of(b.values, b.loop), {0});
    // An infinite run that stays is not one that ends: loops count only among themselves.
    const bool expected =
        a.loop.has_value() == b.loop.has_value() && shown(a.values, a.loop, 30) == shown(b.values, b.loop, 30);
    ASSERT_EQ(same, expected) << round;
    equal += same ? 1 : 0;
  }
  EXPECT_GT(equal, rounds(4000) / 80) << "the test should see both";
}

TEST(Stutter, LooksAtItsColumnsOnly) {
  Trace one = trace_of({0, 0, 1}, std::nullopt), two = trace_of({0, 1}, std::nullopt);
  for (std::size_t i = 0; i < one.steps.size(); ++i)
    one.steps[i].state.push_back(Value::integer(Integer(static_cast<int>(i))));
  for (Step& step : two.steps) step.state.push_back(Value::integer(Integer(5)));
  EXPECT_EQ(without_stutter(one, {0}), without_stutter(two, {0}));
  EXPECT_FALSE(without_stutter(one, {0, 1}) == without_stutter(two, {0, 1}));
}

}  // namespace
}  // namespace whynot
