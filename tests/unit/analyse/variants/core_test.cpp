// Whom to blame for runs that end, or that are not there.
#include "analyse/variants/core.h"

#include <fmt/format.h>

#include "base/random.h"
#include "expr/print.h"
#include "unit/analyse/variants/brute_force.h"

namespace whynot::analyse::variants {
namespace {

using why::SmallModel;

std::string text_of(SmallModel& model, const std::vector<Blamed>& core) {
  std::string out;
  for (const Blamed& b : core) out += b.what + " " + to_string(model.pool, b.condition) + "; ";
  return out;
}

std::optional<State> stuck_state(const Listed& listed) {
  for (std::size_t i = 0; i < listed.states.size(); ++i)
    if (listed.next[i].empty()) return listed.states[i];
  return std::nullopt;
}

TEST(DeadEnd, IsNamedByTheValuesAndTheConjunctThatMatter) {
  SmallModel model(
      "MODULE main\nVAR level : 0..3; other : boolean;\nINIT level = 0\n"
      "TRANS level < 2 & next(level) = level + 1\nTRANS next(other) != other\n");
  const auto state = stuck_state(Listed(model));
  ASSERT_TRUE(state);
  SideQuestions ask(model.context, {20'000, 500});
  const DeadEnd end = dead_end(model.system(), *state, ask);
  EXPECT_EQ(text_of(model, end.core), "TRANS level < 2; ");
  ASSERT_EQ(end.values.size(), 1u);
  EXPECT_EQ(end.values[0].second.to_string(), "2");
}

TEST(NoRun, TheConstraintThatExcludesAllIsNamed) {
  SmallModel model(
      "MODULE main\nVAR x : 0..3; y : boolean;\nASSIGN init(x) := 0; next(x) := x;\n"
      "JUSTICE x = 3\nJUSTICE y\n");
  SideQuestions ask(model.context, {20'000, 500});
  EXPECT_EQ(text_of(model, against_runs(model.system(), false, ask)), "JUSTICE x = 3; ");
  SmallModel none("MODULE main\nVAR x : 0..3;\nINIT x > 1\nINVAR x < 2\nINVAR x != 3\n");
  SideQuestions more(none.context, {20'000, 500});
  EXPECT_EQ(text_of(none, against_runs(none.system(), true, more)), "INVAR x < 2; INIT 1 < x; ");
}

// Small enough for all pairs of states to be listed.
std::string random_constraints(std::uint64_t seed) {
  Random random(seed);
  const auto term = [&] {
    static const char* const terms[] = {"a", "b", "c", "next(a)", "next(b)", "next(c)", "0", "1", "2"};
    return std::string(terms[random.below(9)]);
  };
  static const char* const relations[] = {"=", "!=", "<", "<="};
  std::string text = "MODULE main\nVAR a : 0..2; b : 0..2; c : 0..2;\nINIT a = 0\n";
  for (int i = 0; i < 3; ++i) {
    text += "TRANS " + term() + " " + relations[random.below(4)] + " " + term();
    text += " & " + term() + " " + relations[random.below(4)] + " " + term() + "\n";
  }
  return text + "ASSIGN next(c) := a < 2 ? a + 1 : {0, 1};\n";
}

class Pairs {
 public:
  explicit Pairs(SmallModel& model) : model_(model), slots_(model.system()) {
    for (int i = 0; i < 27; ++i) states_.push_back({number(i % 3), number(i / 3 % 3), number(i / 9)});
  }
  // Whether no pair of states has these values at first and meets all of the conditions.
  bool excludes(const std::vector<Blamed>& core, const std::vector<std::pair<Expr, Value>>& values) const {
    std::vector<CompiledExpr> programs;
    for (const Blamed& b : core)
      programs.emplace_back(model_.pool, b.condition, [&](Expr leaf) { return slots_.of(leaf); });
    for (const State& from : states_)
      for (const State& to : states_) {
        const auto around = slots_.values(from, nullptr, &to);
        bool meets = true;
        for (const auto& [variable, value] : values) meets = meets && around[slots_.of(variable)] == value;
        for (const CompiledExpr& program : programs) meets = meets && program.run(around).is_true();
        if (meets) return false;
      }
    return true;
  }

 private:
  static Value number(int n) { return Value::integer(n); }
  SmallModel& model_;
  Slots slots_;
  std::vector<State> states_;
};

TEST(DeadEnd, OfRandomModelsIsExcludedByTheCoreAndByNothingLess) {
  std::size_t tried = 0;
  for (std::uint64_t seed = 0; seed < why::seeds(400); ++seed) {
    SmallModel model(random_constraints(seed));
    if (!model.ok()) continue;
    const auto state = stuck_state(Listed(model));
    if (!state) continue;
    SideQuestions ask(model.context, {20'000, 500});
    const DeadEnd end = dead_end(model.system(), *state, ask);
    const Pairs pairs(model);
    ASSERT_TRUE(!end.core.empty() && pairs.excludes(end.core, end.values)) << "seed " << seed;
    for (std::size_t i = 0; i < end.core.size(); ++i) {
      auto fewer = end.core;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      ASSERT_FALSE(pairs.excludes(fewer, end.values)) << "seed " << seed << ": " << text_of(model, end.core);
    }
    for (std::size_t i = 0; i < end.values.size(); ++i) {
      auto fewer = end.values;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      ASSERT_FALSE(pairs.excludes(end.core, fewer)) << "seed " << seed;
    }
    ++tried;
  }
  EXPECT_GT(tried, 150u);
}

}  // namespace
}  // namespace whynot::analyse::variants
