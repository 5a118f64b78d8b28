// Proofs that were once refused, or took too long to check.
#include "unit/analyse/explain/support.h"

namespace whynot::analyse::explain {
namespace {

// What the checker says of the whole proof; empty when it passes.
std::string verdict(const std::string& model, const std::string& formula,
                    std::optional<PropertyKind> kind = PropertyKind::Ctl, std::size_t budget = 4000) {
  Loaded loaded(model);
  EXPECT_TRUE(loaded.program) << model;
  if (!loaded.program) return "not read";
  const Property property = loaded.property(formula, kind);
  Builder builder(loaded.program->system, *loaded.oracle, loaded.context);
  EXPECT_TRUE(builder.start(property));
  expand_all(builder, budget);
  Checker checker(loaded.program->system, *loaded.stepper, loaded.context);
  const auto refusal = checker.check(builder.proof(), property.formula);
  return refusal ? refusal->reason : "";
}

// All allowed states are reachable, so the set says nothing of the invariant: it counts all the same.
TEST(Checker, InvariantsOfTheModelCount) {
  const std::string model = "MODULE main VAR w : unsigned word[2]; b : boolean; INVAR w = 0ud2_0;";
  EXPECT_EQ(verdict(model, "w = 0ud2_0", PropertyKind::Invariant), "");
  EXPECT_EQ(verdict(model, "AG w != 0ud2_1"), "");
  EXPECT_EQ(verdict(model, "AF (b -> w = 0ud2_0)"), "");
}

TEST(Checker, NegatedUntilsReadTheSameHoweverTheyAreNested) {
  const std::string model =
      "MODULE main VAR x : 0..3; ASSIGN init(x) := 0; next(x) := case x < 3 : {x, x + 1}; TRUE : {0, 3}; esac;";
  for (const char* formula : {"EBF 1..1 A [AX x > 0 U ABG 1..2 x < 3]", "!A [TRUE U x = 3]", "AG !A [x < 2 U x = 3]",
                              "A [x < 2 U x = 3] <-> AF x = 3", "EX !(A [x = 0 U x = 1] & EX x = 3)",
                              "E [!A [x < 1 U x >= 0] U x > 3]", "E [!A [x < 2 U x = 3] U x = 2 & EG x = 3]",
                              "E [x < 3 U x < 2 & x < 3] | EG x < 3", "!(E [x < 3 U x < 2 & x < 3] | EG x < 3)",
                              "E [x < 3 U FALSE & x < 3] | EG x < 3", "E [x < 3 U x < 2 & x < 3] | EBG 0..2 x < 3"})
    EXPECT_EQ(verdict(model, formula), "") << formula;
}

// TRUE in other words: what denies the until is EG alone.
TEST(Checker, UntilsThatHoldAnywayAreDeniedByEG) {
  EXPECT_EQ(verdict("MODULE main VAR b : boolean; FROZENVAR f : boolean; INIT !f;",
                    "E [EF A [!FALSE U f & b] U E [b BU 1..2 (b xor f)]]"),
            "");
  EXPECT_EQ(verdict("MODULE main VAR b : boolean; FROZENVAR f : boolean; INIT !f;", "AG !A [!FALSE U f & b]"), "");
}

// A proof that is built anew has its goals elsewhere and was chosen by others; its rules are the same.
TEST(Checker, WhatPassedOnceIsNotAskedAgain) {
  Loaded loaded("MODULE main VAR x : 0..3; ASSIGN init(x) := 0; next(x) := case x < 3 : {x, x + 1}; TRUE : 0; esac;");
  const auto judged = std::make_shared<Judged>();
  const auto asked = [&](const std::string& formula, bool harmed = false) {
    const Property property = loaded.property(formula, PropertyKind::Ctl);
    Builder builder(loaded.program->system, *loaded.oracle, loaded.context);
    EXPECT_TRUE(builder.start(property));
    expand_all(builder);
    Proof proof = builder.proof();
    if (harmed)
      for (Node& n : proof.nodes)
        if (n.closed) n.closed = loaded.property("x < 2", PropertyKind::Invariant).formula;
    const std::uint64_t before = loaded.context.statistics()["proof.questions"];
    Checker checker(loaded.program->system, *loaded.stepper, loaded.context, judged);
    EXPECT_EQ(checker.check(proof, property.formula).has_value(), harmed) << formula;
    return loaded.context.statistics()["proof.questions"] - before;
  };
  EXPECT_GT(asked("AG EF x = 3"), 5u);
  EXPECT_EQ(asked("AG EF x = 3"), 1u);  // whether all initial states are at the root
  EXPECT_GT(asked("AG (x < 4 & EF x = 3)"), 1u);
  asked("AG EF x = 3", true);
}

// Sets and goals are SMV: what is printed can be read again.
TEST(Checker, SignedWordsOfSetsReadBack) {
  Loaded loaded("MODULE main VAR z : signed word[3]; ASSIGN init(z) := -0sd3_4; next(z) := z;");
  const Expr set = loaded.oracle->describe(loaded.oracle->reachable());
  EXPECT_EQ(loaded.text(set), "z = -0sd3_4");
  EXPECT_EQ(loaded.property("AG " + loaded.text(set), PropertyKind::Ctl).formula.arg(0).op(), Op::Eq);
}

TEST(Checker, NoInitialStateNeedsNoFairness) {
  EXPECT_EQ(verdict("MODULE main VAR b : boolean; INIT b & !b; FAIRNESS b;", "AG b"), "");
}

// Each state needs its own values of twelve bits that keep what they are, or are chosen: one choice covers all.
TEST(Checker, StepsOfLargeSetsNeedFewChoices) {
  std::string model = "MODULE main VAR x : 0..9; ASSIGN init(x) := 0; next(x) := (x + 1) mod 10;\n";
  for (int i = 0; i < 12; ++i)
    model +=
        fmt::format("VAR b{0} : boolean; ASSIGN next(b{0}) := case b{0} : TRUE; TRUE : {{FALSE, TRUE}}; esac;\n", i);
  EXPECT_EQ(verdict(model, "AG EF x = 5"), "");
  std::string free = "MODULE main VAR x : 0..9; TRANS next(x) = (x + 1) mod 10;\n";
  for (int i = 0; i < 12; ++i) free += fmt::format("VAR b{} : boolean;\n", i);
  EXPECT_EQ(verdict(free, "AG EF x = 5"), "");
}

}  // namespace
}  // namespace whynot::analyse::explain
