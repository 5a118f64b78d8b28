// Maps that agree at every key are equal, whatever they began with: numbers of states and verdicts against a brute
// force over tuples.
#include <gtest/gtest.h>

#include "engine/ots/closure.h"
#include "engine/ots/search.h"
#include "ots_support.h"
#include "support/random_maps.h"
#include "support/rounds.h"

namespace whynot::engine::ots {
namespace {

constexpr std::size_t depth = 5, most_states = 400;

TEST(OtsMaps, AreEqualWhereTheyAgreeAtEveryKey) {
  for (unsigned seed = 1; seed <= rounds(150); ++seed) {
    const RandomMaps model(seed);
    const auto reached = model.reach(depth, most_states);
    OtsInput input(model.text());
    const auto& scope = input.scope("all");
    const std::vector<whynot::ots::Predicate> goal{input.predicate("I")};
    Context context;
    const auto all = search(input.ots(), scope, {}, {reached.states.size() - 1, false, 2, {}, 0}, context);
    for (std::size_t d = 0; d < all.depths.size(); ++d)
      EXPECT_EQ(all.depths[d].states, reached.states[d]) << seed << " depth " << d << "\n" << model.text();
    for (const bool symmetry : {false, true}) {
      const auto found = search(input.ots(), scope, goal, {reached.states.size() - 1, symmetry, 1, {}, 0}, context);
      const auto* violated = std::get_if<Violated>(&found.verdicts[0]);
      ASSERT_EQ(violated != nullptr, reached.violation.has_value()) << seed << "\n" << model.text();
      if (violated) {
        EXPECT_EQ(std::get<Trace>(violated->evidence).steps.size() - 1, *reached.violation) << model.text();
      }
      if (found.exhausted && !violated) {
        EXPECT_FALSE(doubt_exhaustion(input.ots(), scope, goal, {}, 1000, context)[0]) << model.text();
      }
    }
  }
}

TEST(OtsMaps, TracesShowTheValueOfEachKey) {
  OtsInput input(R"(ots T {
    observer m : map Bool Nat = [_ := 0]
    observer far : map Nat Nat = [_ := 0]
    transition set(k: Bool) { m := m[k := 1]  far := far[3 := 1] }
    invariant I : m != [_ := 1]
    scope all {}
  })");
  Context context;
  const std::vector<whynot::ots::Predicate> goal{input.predicate("I")};
  const auto found = search(input.ots(), input.scope("all"), goal, {{}, true, 1, {}}, context);
  const State& last = std::get<Trace>(std::get<Violated>(found.verdicts[0]).evidence).steps.back().state;
  const Value one = Value::integer(1), zero = Value::integer(0);
  EXPECT_EQ(last[0], Value::map({{Value::boolean(false), one}, {Value::boolean(true), one}}));
  EXPECT_EQ(last[1], Value::map({{Value::symbol("_"), zero}, {Value::integer(3), one}}));
}

}  // namespace
}  // namespace whynot::engine::ots
