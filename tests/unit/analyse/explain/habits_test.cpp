// What choices have in common: the strategy that would have made them, and none where they say nothing.
#include "analyse/explain/strategy/habits.h"

#include <gtest/gtest.h>

namespace whynot::analyse::explain {
namespace {

Candidate step_to(int floor, bool open) {
  Candidate c;
  c.rule = Rule::EX;
  c.states = {{Value::integer(floor), Value::boolean(open)}};
  return c;
}

struct Habits : testing::Test {
  Signature signature{{{"floor", {}, {}, false}, {"open", {}, {}, false}}, {}};
  State here{Value::integer(1), Value::boolean(false)};

  Decision among(std::vector<Candidate> offered, std::size_t taken) { return {here, std::move(offered), taken}; }
  std::string suggested(const std::vector<Decision>& decisions) {
    const auto habit = habit_of(decisions, signature);
    return habit ? habit->strategy + " " + std::to_string(habit->times) : "none";
  }
};

TEST_F(Habits, AValueThatIsAlwaysTakenIsPreferred) {
  const Decision up = among({step_to(1, false), step_to(2, false)}, 1);
  EXPECT_EQ(suggested({up, up}), "none");
  EXPECT_EQ(suggested({up, up, up}), "prefer(floor = 2) 3");
}

TEST_F(Habits, AValueThatIsNeverTakenIsAvoided) {
  EXPECT_EQ(
      suggested({among({step_to(1, false), step_to(2, false)}, 1), among({step_to(1, false), step_to(3, false)}, 1),
                 among({step_to(1, false), step_to(4, false)}, 1)}),
      "avoid(floor = 1) 3");
}

TEST_F(Habits, StayingIsAStrategy) {
  const Decision stay = among({step_to(2, false), step_to(1, true), step_to(1, false)}, 2);
  EXPECT_EQ(suggested({stay, stay, stay}), "stay 3");
}

TEST_F(Habits, WhoPassesLoopsByLooksForShorterOnes) {
  Candidate loop, on;
  loop.rule = Rule::EGLoop;
  on.rule = Rule::EGStep;
  const Decision passed = among({loop, on}, 1);
  EXPECT_EQ(suggested({passed, passed, passed}), "shortest_loop 3");
}

TEST_F(Habits, TheSimplerGoal) {
  Candidate simple, hard;
  simple.rule = Rule::OrRight;
  hard.rule = Rule::OrLeft;
  hard.temporal = 2;
  const Decision simpler = among({hard, simple}, 1);
  EXPECT_EQ(suggested({simpler, simpler, simpler, simpler}), "smallest 4");
}

// Over sets the alternatives tell which strategy would take them.
TEST_F(Habits, SetsAsAStrategyHasThem) {
  Candidate all, few, other;
  all.like = "largest";
  few.like = "smallest";
  EXPECT_EQ(suggested({among({all, few, other}, 1), among({other, few}, 1), among({all, few}, 1)}), "smallest 3");
  EXPECT_EQ(suggested({among({few, all}, 1), among({few, all}, 1), among({other, all, few}, 1)}), "largest 3");
  EXPECT_EQ(suggested({among({all, few, other}, 2), among({all, few, other}, 2), among({few, other}, 1)}), "none");
}

// What is taken anyway is no habit; nor is what a later choice goes against, or what there was no choice about.
TEST_F(Habits, NoneWhereChoicesSayNothing) {
  const Decision first = among({step_to(2, false), step_to(1, false)}, 0);
  EXPECT_EQ(suggested({first, first, first}), "none");
  const Decision up = among({step_to(1, true), step_to(2, true)}, 1),
                 down = among({step_to(2, true), step_to(1, true)}, 1);
  EXPECT_EQ(suggested({up, up, up, down}), "none");
  const Decision only = among({step_to(2, false)}, 0);
  EXPECT_EQ(suggested({only, only, only}), "none");
  EXPECT_EQ(suggested({up, only, up, only, up}), "prefer(floor = 2) 3");
}

}  // namespace
}  // namespace whynot::analyse::explain
