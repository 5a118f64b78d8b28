// What is chosen over sets of states: which side of a disjunction settles which of them, and which set comes next.
// Every strategy with a say once where it changes that, and once where it must fall back; whatever is chosen passes
// the checker.
#include "analyse/explain/build/sets.h"

#include <set>

#include "agree/random_model.h"
#include "unit/analyse/explain/steered.h"

namespace whynot::analyse::explain {
namespace {

// From each of the four initial states some of 4..7 come next.
constexpr const char* fan = R"(
MODULE main
VAR x : 0..7;
ASSIGN
  init(x) := 0..3;
  next(x) := case x = 0 : {4, 5, 6}; x = 1 : {4, 6}; x = 2 : {2, 5, 6}; x = 3 : {6, 7}; TRUE : x; esac;
)";

// To and fro until an end is reached.
constexpr const char* line = R"(
MODULE main
VAR x : 0..6;
ASSIGN
  init(x) := 1..5;
  next(x) := case x = 0 | x = 6 : x; TRUE : {x - 1, x + 1}; esac;
)";

struct SetChoices : Steered {
  using Steered::Steered;

  std::string states(const StateSet& set) {
    std::vector<std::string> found;
    for (const State& s : listed(*model.oracle, set, 100)) found.push_back(s[0].to_string());
    std::sort(found.begin(), found.end());
    return fmt::format("{}", fmt::join(found, " "));
  }
  // Where the premises of the first goal with one of the rules are: "1 2 | 3 4 5".
  std::string parts(std::initializer_list<Rule> rules) {
    for (const NodeId id : in_order(builder->proof(), builder->proof().root)) {
      const Node& n = builder->proof().at(id);
      if (std::find(rules.begin(), rules.end(), n.rule) == rules.end()) continue;
      std::string out(n.rule == Rule::OrRight ? "| " : "");
      for (const NodeId p : n.premises) out += (p == n.premises[0] ? "" : " | ") + states(builder->place(p));
      return out + (n.rule == Rule::OrLeft ? " |" : "");
    }
    return "open";
  }
  std::string next(const std::string& formula, const std::string& words) {
    prove(formula, words);
    return parts({Rule::EX});
  }
  std::string sides(const std::string& formula, const std::string& words) {
    prove(formula, words);
    return parts({Rule::Or, Rule::OrLeft, Rule::OrRight});
  }
};

TEST(SuccessorSets, EachStrategyChoosesOne) {
  SetChoices t(fan);
  const std::string f = "EX x > 3";
  EXPECT_EQ(t.next(f, ""), "4 5 6 7");
  EXPECT_EQ(t.next(f, "largest"), "4 5 6 7");
  EXPECT_EQ(t.next(f, "smallest"), "6");
  EXPECT_EQ(t.next(f, "avoid(x = 6)"), "4 5 7");
  EXPECT_EQ(t.next(f, "nearest(x = 6)"), "6");
  EXPECT_EQ(t.next(f, "farthest(x = 6)"), "4 5 7");
  EXPECT_EQ(t.next(f, "shortest"), t.next(f, "shortest"));
  EXPECT_EQ(t.next("EX x > 1", "stay"), "2 4 5 6 7");
  EXPECT_EQ(t.next(f, "alternate(x < 4, x = 6)"), "6");
  EXPECT_EQ(t.next(f, "ask"), "open");
  EXPECT_EQ(t.next("EX x = 6", "ask"), "6");  // no choice
}

// Where some of the states cannot go where a strategy wants them the others still do.
TEST(SuccessorSets, TheRestGoesElsewhere) {
  SetChoices t(fan);
  EXPECT_EQ(t.next("EX x > 3", "prefer(x = 4)"), "4 5 6 7");
  EXPECT_EQ(t.could_not(), 1u);
  EXPECT_EQ(t.next("EX x > 3", "prefer(x = 4), smallest"), "4 6");
  EXPECT_EQ(t.next("EX x > 3", "hard prefer(x = 4)"), "open");
  EXPECT_EQ(t.next("EX x > 3", "stay"), "4 5 6 7");  // 2 may stay, but is not what is wanted
  EXPECT_EQ(t.could_not(), 1u);
  EXPECT_EQ(t.next("EX x > 3", "explored"), "4 5 6 7");
  EXPECT_EQ(t.could_not(), 1u);
  EXPECT_EQ(t.next("EX x > 3", "largest, prefer(x = 4)"), "4 5 6 7");  // from left to right
  EXPECT_EQ(t.next("EX x > 3", "prefer(x < 6), largest"), "4 5 6 7");
  EXPECT_EQ(t.next("EX x > 3", "nearest(x = 4)"), "4 5 6 7");
  EXPECT_EQ(t.next("EX x > 3", "nearest(x = 99)"), "4 5 6 7");  // no opinion
  EXPECT_EQ(t.next("EX x > 3", "prefer(x = 0), prefer(x != 6)"), "4 5 7");
}

TEST(SuccessorSets, ExploredAndUnexplored) {
  SetChoices t(fan);
  const auto second = [&](const std::string& words) {
    const Proof& proof = t.prove("(EX x > 3) & (EX x = 6)", words).proof();  // the last first
    return t.states(t.builder->place(proof.at(proof.at(proof.root).premises[0]).premises[0]));
  };
  EXPECT_EQ(second("explored"), "6");
  EXPECT_EQ(second("unexplored"), "4 5 7");
  EXPECT_EQ(t.next("EX x > 3", "unexplored"), "4 5 6 7");  // nothing is known yet
  EXPECT_EQ(t.could_not(), 0u);
}

TEST(SuccessorSets, ChanceHasASeed) {
  SetChoices t(fan);
  std::set<std::string> seen;
  for (int seed = 0; seed < 12; ++seed) {
    const std::string words = fmt::format("random({})", seed);
    seen.insert(t.next("EX x > 3", words));
    EXPECT_EQ(t.next("EX x > 3", words), t.next("EX x > 3", words));
  }
  EXPECT_GT(seen.size(), 2u);
  EXPECT_EQ(t.next("EX x = 6", "random"), "6");
}

// The way of a whole set under a wish, though it is longer.
TEST(SuccessorSets, WishesHoldOnTheWayOfASet) {
  SetChoices t(line);
  EXPECT_EQ(t.prove("EF (x = 0 | x = 6)", "").proof().at(t.builder->proof().root).bound, 3u);
  const Proof& proof = t.prove("EF (x = 0 | x = 6)", "avoid(x = 0)").proof();
  EXPECT_EQ(proof.at(proof.root).bound, 5u);
  for (const NodeId id : in_order(proof, proof.root))
    EXPECT_EQ((" " + t.states(t.builder->place(id))).find(" 0"), std::string::npos);
  EXPECT_EQ(t.prove("EF (x = 0 | x = 6)", "avoid(x < 5)").proof().at(t.builder->proof().root).bound, 3u);
  EXPECT_GT(t.could_not(), 0u);
}

TEST(Partitions, EachStrategyChoosesOne) {
  SetChoices t(line);
  const std::string f = "(EF x = 0) | (EF x = 6)";
  EXPECT_EQ(t.sides(f, ""), "1 2 3 4 5 |");
  EXPECT_EQ(t.sides(f, "smallest"), "1 2 3 | 4 5");  // the nearer end
  EXPECT_EQ(t.sides(f, "shortest"), "1 2 3 | 4 5");
  EXPECT_EQ(t.sides(f, "largest"), "1 2 3 4 5 | 1 2 3 4 5");
  EXPECT_EQ(t.sides(f, "within(2)"), "1 2 3 | 4 5");
  EXPECT_EQ(t.could_not(), 1u);  // of 3
  EXPECT_EQ(t.sides(f, "prefer(x >= 3)"), "1 | 2 3 4 5");
  EXPECT_GT(t.could_not(), 0u);  // of 1
  EXPECT_EQ(t.sides(f, "avoid(x < 2)"), "| 1 2 3 4 5");
  EXPECT_EQ(t.could_not(), 0u);
  EXPECT_EQ(t.sides(f, "prefer(x = 0 | x = 1), smallest"), "1 2 3 | 4 5");
  EXPECT_EQ(t.sides(f, "ask"), "open");
  EXPECT_EQ(t.sides("x = 1 | (EF x = 6)", ""), "| 1 2 3 4 5");  // one side can do all of it
  EXPECT_EQ(t.sides("x = 1 | (EF x = 6)", "smallest"), "1 | 2 3 4 5");
  // A fact is the simpler side, wherever it is true.
  EXPECT_EQ(t.sides("(EF x = 0) | x > 2", "smallest"), "1 2 | 3 4 5");
  EXPECT_EQ(t.sides("(EX x = 0) | x > 1", "within(9)"), "1 | 2 3 4 5");
}

TEST(Partitions, WithoutAChoiceTheyStayAsTheyAre) {
  SetChoices t(line);
  for (const char* words : {"smallest", "largest", "random", "prefer(x = 1)", "avoid(x = 1)", "within(1)", "ask"})
    EXPECT_EQ(t.sides("(x < 3 & EX x < 4) | (x > 2 & EX x > 1)", words), "1 2 | 3 4 5") << words;
  EXPECT_EQ(t.sides("(EF x = 0) | (EF x = 6)", "hard prefer(x >= 3)"), "open");
  EXPECT_EQ(t.sides("(EF x = 0) | (EF x = 6)", "hard avoid(x < 2)"), "| 1 2 3 4 5");
  EXPECT_EQ(t.sides("(EF x = 0) | (EF x = 6)", "stay"), "1 2 3 4 5 |");  // no opinion
}

TEST(Partitions, ChanceHasASeed) {
  SetChoices t(line);
  std::set<std::string> seen;
  for (int seed = 0; seed < 12; ++seed) {
    const std::string words = fmt::format("random({})", seed), f = "(EF x = 0) | (EF x = 6)";
    seen.insert(t.sides(f, words));
    EXPECT_EQ(t.sides(f, words), t.sides(f, words));
  }
  EXPECT_GT(seen.size(), 5u);
}

TEST(SetChoices, ScriptsNameSets) {
  SetChoices ends(line), steps(fan);
  const auto sides = [&](const std::string& script) {
    ends.prove_by_script("(EF x = 0) | (EF x = 6)", script);
    return ends.parts({Rule::Or, Rule::OrLeft, Rule::OrRight});
  };
  EXPECT_EQ(sides("function partition(leaf) return 'x = 2 | x = 4' end"), "2 4 | 1 3 5");
  EXPECT_EQ(sides("function partition(leaf) return leaf.goals[2] == 'EF x = 6' and 'FALSE' or nil end"), "| 1 2 3 4 5");
  EXPECT_EQ(sides("function partition(leaf) return nil end"), "1 2 3 4 5 |");
  EXPECT_EQ(sides("function pick_rule(rules) return 2 end"), "| 1 2 3 4 5");
  EXPECT_EQ(sides("function partition(leaf) return 'nobody' end"), "1 2 3 4 5 |");
  EXPECT_NE(ends.builder->strategies()[0]->trouble.find("partition gave `nobody`"), std::string::npos);
  EXPECT_EQ(sides("function partition(leaf) return 7 < {} end"), "1 2 3 4 5 |");
  EXPECT_NE(ends.builder->strategies()[0]->trouble.find("s.lua:1"), std::string::npos);

  const auto next = [&](const std::string& script) {
    steps.prove_by_script("EX x > 3", script);
    return steps.parts({Rule::EX});
  };
  EXPECT_EQ(next("function pick_set(leaf) return 'x != 6' end"), "4 5 7");
  EXPECT_EQ(next("function pick_set(leaf) return 'x = 4' end"), "4 5 6 7");  // 2 and 3 cannot
  EXPECT_EQ(steps.could_not(), 1u);
  EXPECT_EQ(next("function pick_set(leaf) return leaf.next end"), "4 5 6 7");
  EXPECT_LT(next("function pick_state(states) return 1 end").size(),
            next("").size());  // one by one, until all have one
}

// Each alternative at each goal about a set, of random models and formulas.
TEST(SetChoices, EveryAlternativeIsAProof) {
  std::size_t tried = 0;
  for (std::uint64_t seed = 1; seed < 50; ++seed) {
    agree::Shape shape;
    shape.properties = 4;
    SetChoices t(agree::random_model(seed, shape));
    std::vector<std::string> ctl;
    for (const Property& p : t.model.program->properties)
      if (p.is_ctl()) ctl.push_back(p.text);
    for (std::size_t i = 0; i + 1 < ctl.size(); ++i)
      for (const char* words : {"AG (({}) | ({}) | EX (1 = 1))", "EX (({}) | EX ({}) | EX EX (1 = 1))",
                                "AG (EF ({}) | EF ({}) | AX EX (1 = 1))", "AX (EX ({}) | AF ({}) | EX (1 = 1))"}) {
        const Property property =
            t.model.property(fmt::format(fmt::runtime(words), ctl[i], ctl[i + 1]), PropertyKind::Ctl);
        Builder builder(t.model.program->system, *t.model.oracle, t.model.context);
        ASSERT_TRUE(builder.start(property));
        expand_all(builder, 60);
        for (const NodeId id : in_order(builder.proof(), builder.proof().root)) {
          if (!builder.proof().at(id).goal.about_set()) continue;
          const auto all = builder.alternatives(id, 12);
          if (all.size() < 2) continue;
          for (const Candidate& c : all) {
            builder.reopen(id);
            ASSERT_TRUE(builder.choose(id, c, "user"));
            const auto refusal = t.checker.check(builder.proof(), property.formula);
            ASSERT_FALSE(refusal) << "seed " << seed << ": " << refusal->reason;
            ++tried;
          }
          break;
        }
      }
  }
  EXPECT_GT(tried, 100u);  // how many there are depends on the order in which a compiler draws the models
}

// What refutes AG is an until from one state; besides the shortest way each longer one can be chosen, and is found
// again.
TEST(UntilChoices, EveryLongerWayIsAProof) {
  std::size_t longer = 0;
  for (std::uint64_t seed = 1; seed < 60; ++seed) {
    agree::Shape shape;
    shape.properties = 4;
    SetChoices t(agree::random_model(seed, shape));
    std::vector<std::string> ctl;
    for (const Property& p : t.model.program->properties)
      if (p.is_ctl()) ctl.push_back(p.text);
    for (const std::string& always : ctl) {
      const Property property = t.model.property(fmt::format("AG ({})", always), PropertyKind::Ctl);
      Builder builder(t.model.program->system, *t.model.oracle, t.model.context);
      ASSERT_TRUE(builder.start(property));
      expand_all(builder, 60);
      const NodeId root = builder.proof().root;
      const auto shortest = builder.proof().at(root).bound;
      const auto all = builder.alternatives(root, 12);
      for (const Candidate& c : all) {
        if (c.rule != Rule::EU || c.states.empty()) continue;
        builder.reopen(root);
        ASSERT_TRUE(builder.choose(root, c, "user"));
        EXPECT_GT(*builder.proof().at(root).bound, *shortest);
        EXPECT_EQ(builder.proof().at(root).bound, c.rank);
        EXPECT_EQ(builder.chosen_at(root).states, c.states);
        expand_all(builder, 60);
        const auto refusal = t.checker.check(builder.proof(), property.formula);
        ASSERT_FALSE(refusal) << "seed " << seed << ": " << refusal->reason;
        ++longer;
      }
    }
  }
  EXPECT_GT(longer, 50u);
}

}  // namespace
}  // namespace whynot::analyse::explain
