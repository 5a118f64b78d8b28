// Every strategy by name: once where it changes the evidence, once where it must fall back.
#include "analyse/explain/strategy/strategies.h"

#include <set>
#include <sstream>

#include "unit/analyse/explain/steered.h"

namespace whynot::analyse::explain {
namespace {

// A little world: x goes from 0 to 5 by several ways, y tells which; 5 stays, so do 3 and 4.
constexpr const char* world = R"(
MODULE main
VAR
  x : 0..6;
  y : boolean;
ASSIGN
  init(x) := 0;
  init(y) := FALSE;
  next(x) := case
    x = 0 : {1, 2};
    x = 1 : {3};
    x = 2 : {4, 2};
    x = 3 : {3, 5};
    x = 4 : {5, 6};
    x = 6 : {2};
    TRUE : x;
  esac;
  next(y) := {TRUE, FALSE};
)";

std::size_t state_count(const Proof& proof) {
  std::set<State> states;
  for (const NodeId id : in_order(proof, proof.root))
    if (proof.at(id).goal.state) states.insert(*proof.at(id).goal.state);
  return states.size();
}

TEST(Strategies, PreferAndAvoidSteerThroughStates) {
  Steered t(world);
  const std::string left = t.run("EF x = 5", "avoid(x = 2)"),
                    right = t.run("EF x = 5", "prefer(x = 2 | x = 4 | x = 5)");
  EXPECT_NE(left.find(" 1"), std::string::npos) << left;
  EXPECT_NE(right.find(" 2"), std::string::npos) << right;
  // Nothing reaches 5 without one of them: the wish falls back, the evidence is there all the same.
  EXPECT_NE(t.run("EF x = 5", "avoid(x = 1 | x = 2)"), "");
  EXPECT_GT(t.could_not(), 0u);
}

TEST(Strategies, HardOnesLeaveGoalsOpen) {
  Steered t(world);
  t.prove("EF x = 5", "hard avoid(x = 1 | x = 2)");
  EXPECT_FALSE(t.builder->leaves().empty());
  t.prove("EF x = 5", "hard avoid(x = 1)");
  EXPECT_TRUE(t.builder->leaves().empty());
}

TEST(Strategies, AWishMayCostSteps) {
  Steered t(world);
  const Proof& proof = t.prove("EF x = 5", "prefer(x != 1 & x != 3)").proof();
  EXPECT_EQ(proof.at(proof.root).bound, 3u);
  EXPECT_EQ(t.prove("EF x = 3", "avoid(x = 0)").proof().at(0).bound, 2u);
}

TEST(Strategies, SmallestTakesTheSimplerSide) {
  Steered t(world);
  const auto first_rule = [&](const std::string& words) {
    const Proof& p = t.prove("(EF x = 5) | x = 0", words).proof();
    return p.at(p.root).rule;
  };
  EXPECT_EQ(first_rule(""), Rule::OrLeft);
  EXPECT_EQ(first_rule("smallest"), Rule::OrRight);
  EXPECT_EQ(t.prove("(EF x = 5) | x = 1", "smallest").proof().at(0).rule, Rule::OrLeft);  // the simpler one is false
}

TEST(Strategies, ShortestLooksAhead) {
  Steered t(world);
  const auto rule = [&](const std::string& f, const std::string& words) {
    return t.prove(f, words).proof().at(0).rule;
  };
  EXPECT_EQ(rule("(EF x = 5) | (EF x = 1)", ""), Rule::OrLeft);
  EXPECT_EQ(rule("(EF x = 5) | (EF x = 1)", "shortest"), Rule::OrRight);
  EXPECT_EQ(rule("(EF x = 5) | (EF x = 9)", "shortest"), Rule::OrLeft);
}

TEST(Strategies, StayTakesTheCurrentStateAgain) {
  Steered t(world);
  const std::string f = "EF (x = 2 & !y & EX (x = 2 | x = 4))";
  const std::string run = t.run(f, "stay");
  EXPECT_EQ(run.substr(run.size() - 3), "2 2") << run;
  EXPECT_EQ(t.run("EX x = 1", "stay").substr(0, 3), "0 1");  // 0 does not stay
  EXPECT_GT(t.could_not(), 0u);
}

TEST(Strategies, WithinLeavesLongBranchesOpen) {
  Steered t(world);
  t.prove("EF x = 5", "within(2)");
  EXPECT_FALSE(t.builder->leaves().empty());
  t.prove("EF x = 5", "within(9)");
  EXPECT_TRUE(t.builder->leaves().empty());
}

// Bounds that leave time to spare are no reason to waste it.
TEST(Strategies, BoundedUntilsAreDoneAsSoonAsTheyCanBe) {
  Steered t(R"(
MODULE main
VAR x : 0..6; y : boolean;
ASSIGN init(x) := 0; next(x) := case x < 6 : {x, x + 1}; TRUE : x; esac; init(y) := FALSE; next(y) := FALSE;
)");
  for (const char* words : {"", "largest"}) {
    t.prove("EBF 0..9 x = 3", words);
    EXPECT_EQ(t.builder->leaves().size(), 0u);
    std::string steps;
    for (const NodeId id : in_order(t.builder->proof(), t.builder->proof().root))
      if (t.builder->proof().at(id).goal.state) steps += (*t.builder->proof().at(id).goal.state)[0].to_string();
    EXPECT_EQ(steps.substr(0, 4), "0123") << words;
    EXPECT_EQ(state_count(t.builder->proof()), 4u) << words;
  }
  EXPECT_EQ(t.run("EBF 0..9 x = 3", ""), "0 1 2 3");
  EXPECT_EQ(t.run("E [x < 6 BU 5..9 x = 3]", "").size(), 11u);  // no sooner than after five steps
  EXPECT_EQ(t.run("EBF 0..4 x = 3", "stay"), "0 0 1 2 3");
}

TEST(Strategies, LargestFollowsAllAtOnce) {
  Steered t(world);
  const auto sets = [&](const std::string& words) {
    std::size_t n = 0;
    for (const Node& node : t.prove("EF x = 5", words).proof().nodes) n += node.goal.about_set();
    return n;
  };
  EXPECT_EQ(sets(""), 0u);
  EXPECT_GT(sets("largest"), 0u);
  EXPECT_TRUE(t.prove("x = 0", "largest").leaves().empty());
}

TEST(Strategies, ExploredAndUnexplored) {
  Steered t(world);
  const std::string f = "(EF (x = 4 & y)) & (EF (x = 2 & EF x = 5))";
  t.prove(f, "unexplored");
  const std::size_t far = state_count(t.builder->proof());
  t.prove(f, "explored");
  EXPECT_LT(state_count(t.builder->proof()), far);
  EXPECT_NE(t.run("EX x = 1", "explored"), "");
  EXPECT_GT(t.could_not(), 0u);
  EXPECT_NE(t.run("EF (x = 5 & !y & EX (x = 5 & !y))", "unexplored"), "");  // only a known state may come next
  EXPECT_GT(t.could_not(), 0u);
}

TEST(Strategies, NearestAndFarthestByDistance) {
  Steered t(world);
  EXPECT_EQ(t.run("EX (x = 1 | x = 2)", "nearest(x = 2 & y)"), "0 2y");
  EXPECT_EQ(t.run("EX (x = 1 | x = 2)", "farthest(x = 2 & y)"), "0 1");
  EXPECT_EQ(t.run("EX x = 1", "nearest(x = 2 & y; y)"), "0 1y");
  EXPECT_NE(t.run("EX x = 1", "nearest(x = 99)"), "");  // no such state: no opinion
  EXPECT_EQ(t.run("EX (x = 1 & !y)", "farthest(x = 99)"), "0 1");
  EXPECT_EQ(t.run("EX (x = 1 & !y)", "farthest(x = 1; x)"), "0 1");  // all are near: the best there is
}

TEST(Strategies, SequenceAlternates) {
  Steered t(world);
  const auto y_of = [](const std::string& run) {  // of each state: y or -
    std::string out;
    std::istringstream words(run);
    for (std::string word; words >> word;) out += word.ends_with('y') ? 'y' : '-';
    return out;
  };
  EXPECT_EQ(y_of(t.run("EF x = 5", "alternate(!y, y)")), "-y-y");
  EXPECT_EQ(y_of(t.run("EF x = 5", "sequence(a: !y -> b; b: y -> b)")), "-yyy");
  t.run("EF x = 5", "alternate(!y, x = 6)");
  EXPECT_GT(t.could_not(), 0u);
}

TEST(Strategies, LoopsShortAndFamiliar) {
  Steered t(world);
  const std::string f = "EF (x = 6 & EG (x != 5))";
  EXPECT_EQ(t.run(f, "").find("(3)") != std::string::npos, true) << t.run(f, "");
  const std::string shorter = t.run(f, "shortest_loop");
  EXPECT_NE(shorter, t.run(f, ""));
  EXPECT_EQ(t.run("EF (x = 3 & !y & EG (x = 3 & !y))", "shortest_loop"),
            t.run("EF (x = 3 & !y & EG (x = 3 & !y))", ""));  // there is but one
}

// A loop through what the proof has seen, though another one is shorter; elsewhere as without it.
TEST(Strategies, FamiliarLoopsGoWhereTheProofHasBeen) {
  Steered t(R"(
MODULE main
VAR x : 0..3; y : boolean;
ASSIGN
  init(x) := 0;
  next(x) := case x = 0 : {1, 3}; x = 1 : 2; x = 2 : {0, 3}; TRUE : {3, 0}; esac;
  init(y) := FALSE; next(y) := y;
)");
  const std::string f = "EF (x = 2 & EF (x = 0 & EG x != 9))";
  EXPECT_EQ(t.run(f, ""), "0 1 2 0 3 (3)");
  EXPECT_EQ(t.run(f, "familiar_loop"), "0 1 2 0 1 2 (3)");
  EXPECT_EQ(t.run("EX (x = 3 & EG x = 3)", "familiar_loop"), t.run("EX (x = 3 & EG x = 3)", ""));
}

// Where nothing is left to choose, chance changes nothing; nor do wishes for what comes next anyway.
TEST(Strategies, WithoutAChoiceAllAgree) {
  Steered t(world);
  const std::string f = "EX (x = 1 & !y & EX (x = 3 & y))";
  for (const char* words : {"random", "stay", "largest", "smallest", "shortest", "ask", "prefer(y)", "avoid(y)",
                            "explored", "unexplored", "nearest(y)", "farthest(y)", "alternate(y, !y)", "within(1)"})
    EXPECT_EQ(t.run(f, words), "0 1 3y") << words;
}

TEST(Strategies, WithinKeepsItsHandsOffWhatCountsForNothing) {
  Steered t("MODULE main VAR x : 0..3; y : boolean; FAIRNESS FALSE;");
  EXPECT_EQ(t.prove("E [y BU 1..9 x = 1]", "within(2)").proof().at(0).rule, Rule::Initial);
}

TEST(Strategies, RandomHasASeed) {
  Steered t(world);
  std::set<std::string> seen;
  for (int seed = 0; seed < 12; ++seed) {
    const std::string words = fmt::format("random({})", seed);
    seen.insert(t.run("EF x = 5", words));
    EXPECT_EQ(t.run("EF x = 5", words), t.run("EF x = 5", words));
  }
  EXPECT_GT(seen.size(), 2u);
}

TEST(Strategies, AskLeavesChoicesOpen) {
  Steered t(world);
  t.prove("EF x = 5", "ask");
  EXPECT_FALSE(t.builder->leaves().empty());
  t.prove("x = 0", "ask");
  EXPECT_TRUE(t.builder->leaves().empty());
}

TEST(Strategies, MistakesAreTold) {
  Steered t(world);
  for (const char* words : {"shortestt", "avoid", "avoid()", "within(x)", "smallest(1)", "avoid(x = 1", "alternate(y)",
                            "sequence(a: y -> c)", "nearest(y; zz)", ""}) {
    t.error = {};
    EXPECT_FALSE(t.read(words)) << words;
    EXPECT_NE(t.error.message, "") << words;
  }
  EXPECT_NE(t.error.help, "");
  t.error = {"old", ""};
  EXPECT_FALSE(t.read("avoid(x = red)"));
  EXPECT_EQ(t.error.message, "");  // the predicate's diagnostics tell
  EXPECT_FALSE(t.model.diagnostics.ok());
}

TEST(Lua, ScriptsSteerAndAreFenced) {
  Steered t(world);
  const StrategyReader reader{t.model.program->system, [&](const std::string& e) { return t.predicate(e); }};
  const auto with = [&](const std::string& script) {
    t.prove_by_script("EF x = 5", script);
    const auto runs = runs_of(t.builder->proof(), *t.model.stepper, 1);
    return runs.at(0).steps.at(1).state[0].to_string();
  };
  EXPECT_EQ(with("function wish(leaf) return 'x != 1' end"), "2");
  EXPECT_EQ(with("function wish(leaf) return 'x != 2' end"), "1");
  EXPECT_EQ(with("function pick_state(states, leaf)\n for i, s in ipairs(states) do if s.state.x == 2 then return i "
                 "end end end"),
            "2");
  // A script that loops, takes all memory, or fails is left out, and says where.
  for (const char* bad :
       {"function wish(leaf) while true do end end",
        "function wish(leaf) local t = {} for i = 1, 1e9 do t[i] = i end end",
        "function wish(leaf)\n return nothing.at end", "function wish(leaf) return 'no such' end",
        "function pick_state(states) return 99 end", "function wish() return io.open('x') end",
        "function wish() while true do pcall(function() while true do end end) end end",
        "function wish() return string.find(('a'):rep(60), ('a?'):rep(60) .. ('a'):rep(60)) end",
        "function wish() return ('x'):rep(1e9) end", "function wish() return table.move({}, 1, 1e15, 2) end",
        "setmetatable = setmetatable or error\nfunction wish() return setmetatable({}, {}) end"}) {
    with(bad);
    EXPECT_EQ(t.builder->strategies()[0]->trouble.find("s.lua:"), 0u) << bad;
  }
  std::string error;
  EXPECT_FALSE(lua_strategy("s.lua", "function wish(", reader, error));
  EXPECT_NE(error.find("s.lua:1"), std::string::npos) << error;
}

}  // namespace
}  // namespace whynot::analyse::explain
