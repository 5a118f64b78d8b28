// Branches and choices that runs have in common, counted again from the values of the runs alone.
#include "analyse/why/shared.h"

#include <set>

#include "unit/analyse/why/small_model.h"

namespace whynot::analyse::why {
namespace {

// Inputs a and b choose among four branches, each of which gives x a value of its own; y counts how often x was 2.
constexpr std::array<const char*, 6> guards{"a", "b", "!a", "!b", "a & b", "a <-> b"};

bool is_true(std::size_t guard, bool a, bool b) {
  const std::array<bool, 6> values{a, b, !a, !b, a && b, a == b};
  return values[guard];
}

std::string model_of(const std::array<std::size_t, 3>& chosen, std::size_t twice) {
  return fmt::format(R"(MODULE main
IVAR a : boolean; b : boolean;
VAR x : 0..4; y : 0..3;
ASSIGN init(x) := 0; init(y) := 0;
  next(x) := case
    {} : 1;
    {} : 2;
    {} : 3;
    TRUE : 4;
  esac;
  next(y) := x = 2 & y < 3 ? y + 1 : y;
INVARSPEC y < {}
INVARSPEC x != 4
INVARSPEC x != 1
)",
                     guards[chosen[0]], guards[chosen[1]], guards[chosen[2]], twice);
}

struct Happened {
  std::set<std::size_t> branches;                      // of x, 1 to 4
  std::set<std::pair<std::size_t, bool>> inputs = {};  // a is 0, b is 1
};

Happened what_happened(const Trace& run, const std::array<std::size_t, 3>& chosen) {
  Happened happened;
  for (std::size_t t = 1; t < run.steps.size(); ++t) {
    const bool a = run.steps[t].inputs.at(0).is_true(), b = run.steps[t].inputs.at(1).is_true();
    std::size_t fired = 0;
    while (fired < 3 && !is_true(chosen[fired], a, b)) ++fired;
    happened.branches.insert(fired + 1);
    happened.inputs.insert({0, a});
    happened.inputs.insert({1, b});
  }
  return happened;
}

TEST(Shared, CountsAgainAreTheSame) {
  Random random(5);
  std::size_t facts = 0, lacking = 0;
  for (int round = 0; round < 60; ++round) {
    const std::array<std::size_t, 3> chosen{random.below(6), random.below(6), random.below(6)};
    SmallModel model(model_of(chosen, 1 + random.below(2)));
    ASSERT_TRUE(model.ok());
    const auto& properties = model.program->properties;
    const auto failing = model.counterexample(properties[0]);
    if (!failing) continue;  // x is never 2
    const Chain cause =
        chain(model.system(), *failing, {*place_named(model.system(), *failing, "y", failing->depth())});
    std::vector<Trace> passing;
    for (std::size_t other : {1, 2})
      if (auto run = model.counterexample(properties[other])) passing.push_back(*std::move(run));
    const Shared found = shared(model.system(), std::vector{cause}, passing);
    EXPECT_EQ(found.counterexamples, 1u);
    EXPECT_EQ(found.passing, passing.size());
    const Happened failed = what_happened(*failing, chosen);
    for (const SharedFact& fact : found.facts) {
      const std::string name = model.pool.name_of(model.system().variables[fact.variable].variable);
      if (name == "y") continue;
      const auto has = [&](const Happened& h) {
        if (!fact.is_branch) return h.inputs.count({name == "b", fact.value.is_true()}) > 0;
        return h.branches.count(model.sources.place(fact.where).line - 5) > 0;
      };
      EXPECT_TRUE(has(failed)) << round << ": " << name << " " << fact.gives;
      std::size_t counted = 0;
      for (const Trace& run : passing) counted += has(what_happened(run, chosen));
      EXPECT_EQ(fact.passing, counted) << round << ": " << name << " " << fact.gives;
      EXPECT_TRUE(passing.empty() || counted < passing.size());
      ++facts;
      lacking += counted == 0;
    }
  }
  EXPECT_GT(facts, 60u);
  EXPECT_GT(lacking, 30u);
}

TEST(Shared, IsWhatEveryoneHas) {
  SmallModel model(model_of({0, 1, 2}, 1));  // x becomes 2 by !a & b
  const auto run = model.counterexample(model.program->properties[0]),
             other = model.counterexample(model.program->properties[2]);
  ASSERT_TRUE(run && other);
  const auto at = [&](const Trace& trace, const char* name, std::size_t step) {
    return chain(model.system(), trace, {*place_named(model.system(), trace, name, step)});
  };
  const Shared both = shared(model.system(), std::vector{at(*run, "x", 1), at(*run, "y", 2)}, {});
  EXPECT_FALSE(both.facts.empty());
  for (const SharedFact& fact : both.facts)
    EXPECT_NE(model.pool.name_of(model.system().variables[fact.variable].variable), "y");
  EXPECT_TRUE(shared(model.system(), std::vector{at(*run, "x", 1), at(*other, "x", 1)}, {}).facts.empty());
}

// A counter with a limit, both from random starts: whether v = l when it counts on, told by the values of the runs.
TEST(Shared, WhatGoesWithABranchIsCountedByTheValues) {
  Random random(7);
  std::size_t told = 0;
  for (int round = 0; round < 80; ++round) {
    SmallModel model(fmt::format(R"(MODULE main
VAR v : 0..5; l : 0..3; bad : boolean;
IVAR go : boolean;
ASSIGN init(v) := {}; init(l) := {}; next(l) := l; init(bad) := FALSE;
next(v) := case
!go : v;
v <= l : v + 1;
TRUE : 0;
esac;
next(bad) := v > l;
INVARSPEC !bad
LTLSPEC !(F v = 1)
LTLSPEC !(X X X v = 0)
)",
                                 random.below(3), random.below(4)));
    ASSERT_TRUE(model.ok());
    const auto& properties = model.program->properties;
    const auto failing = model.counterexample(properties[0]);
    ASSERT_TRUE(failing);
    const auto from = place_named(model.system(), *failing, "v", failing->depth() - 1);
    std::vector<Trace> passing;
    for (std::size_t other : {1, 2})
      if (auto run = model.counterexample(properties[other])) passing.push_back(*std::move(run));
    const auto counts_at_limit = [](const Trace& run) {  // columns: v, l, bad
      for (std::size_t t = 1; t < run.steps.size(); ++t)
        if (run.steps[t].inputs.at(0).is_true() && run.steps[t - 1].state[0] == run.steps[t - 1].state[1]) return true;
      return run.loop && run.closing_inputs.at(0).is_true() && run.steps.back().state[0] == run.steps.back().state[1];
    };
    for (const SharedFact& fact :
         shared(model.system(), std::vector{chain(model.system(), *failing, {*from})}, passing).facts) {
      if (!fact.with || !fact.with->right || fact.gives != "v + 1") continue;
      EXPECT_TRUE(counts_at_limit(*failing)) << round;
      EXPECT_EQ(fact.passing, static_cast<std::size_t>(std::count_if(passing.begin(), passing.end(), counts_at_limit)))
          << round;
      ++told;
    }
  }
  EXPECT_GT(told, 10u);
}

}  // namespace
}  // namespace whynot::analyse::why
