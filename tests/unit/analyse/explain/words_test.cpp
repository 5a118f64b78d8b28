// Sets of states in words: true of these states and of no other one that can be reached, and no longer than need be.
#include <random>

#include "agree/random_model.h"
#include "unit/analyse/explain/support.h"

namespace whynot::analyse::explain {
namespace {

std::string words(Loaded& loaded, const std::string& formula) {
  const engine::StateSet set = loaded.oracle->states_of(loaded.property(formula, PropertyKind::Ctl).formula);
  return loaded.text(loaded.oracle->describe(set));
}

constexpr const char* gate = R"(
MODULE main
VAR train : {away, near, inside}; gate : {open, closing, closed, opening}; timer : 0..5; signal : boolean;
ASSIGN
  init(train) := away; init(gate) := open; init(timer) := 0; init(signal) := FALSE;
  next(train) := case train = away : {away, near}; train = near & timer >= 2 : inside;
                      train = near : near; TRUE : {inside, away}; esac;
  next(timer) := case train = away & next(train) = near : 0; train = near & timer < 5 : timer + 1;
                      TRUE : timer; esac;
  next(signal) := train != away;
  next(gate) := case signal & gate = open : closing; gate = closing : {closing, closed};
                     !signal & gate = closed : opening; gate = opening : open; TRUE : gate; esac;
)";

TEST(Words, NameNoValueThatNoStateHas) {
  Loaded loaded(gate);
  EXPECT_EQ(words(loaded, "train = inside | timer = 2"), "train = inside | timer = 2");
  EXPECT_EQ(words(loaded, "train != near"), "train != near");
  // Nobody ever sees the timer at 4 or 5.
  EXPECT_EQ(words(loaded, "train = inside | train = near & timer != 0"), "train = inside | 1 <= timer & timer <= 2");
}

TEST(Words, AreExactWhereFewWillDo) {
  Loaded loaded(gate);
  EXPECT_EQ(words(loaded, "gate = opening & train = near"),
            "train = near & gate = opening & timer = 0 & !signal | train = near & gate = opening & timer = 1 & signal");
}

TEST(Words, ConjunctionsNeedNoParentheses) {
  Loaded loaded("MODULE main\nVAR a : boolean; b : boolean; c : boolean; d : boolean;\n");
  EXPECT_EQ(words(loaded, "a & (!b & (c & d))"), "a & !b & c & d");
  EXPECT_EQ(words(loaded, "a & b | c & !d"), "a & b | c & !d");
}

// All states that can be reached but for a few.
engine::StateSet some_states(engine::Oracle& oracle, std::mt19937& random) {
  engine::StateSet rest = oracle.reachable(), left_out = oracle.subtract(rest, rest);
  for (int i = 0; i < 12; ++i) {
    const auto state = oracle.pick(rest);
    if (!state) break;
    const engine::StateSet one = oracle.only(*state);
    rest = oracle.subtract(rest, one);
    if (random() % 2) left_out = oracle.unite(left_out, one);
  }
  return random() % 2 ? left_out : oracle.subtract(oracle.reachable(), left_out);
}

TEST(Words, AreTrueOfTheStatesAndOfNoOther) {
  std::mt19937 random(7);
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const std::string text = agree::random_model(seed);
    Loaded loaded(text);
    if (!loaded.program) continue;
    engine::Oracle& oracle = *loaded.oracle;
    for (int i = 0; i < 4; ++i) {
      const engine::StateSet set = some_states(oracle, random);
      const engine::StateSet told = oracle.states_of(oracle.describe(set));
      EXPECT_TRUE(oracle.is_subset(told, set) && oracle.is_subset(set, told)) << text;
    }
  }
}

}  // namespace
}  // namespace whynot::analyse::explain
