// The language of predicates: what is understood, and what is said of what is not.
#include "front/pred/pred.h"

#include <gtest/gtest.h>

#include "expr/print.h"
#include "front/smv/smv.h"

namespace whynot::front::pred {
namespace {

constexpr const char* model = R"(
MODULE cell
VAR sender : {Alice, Bob, Eve}; v : 0..7;
MODULE main
VAR x : -2..3; b : boolean; w : unsigned word[4]; a : array 0..1 of boolean; msg : cell;
DEFINE twice := x + x;
)";

struct Read : ::testing::Test {
  Sources sources;
  ExprPool pool;
  Diagnostics diagnostics;
  std::optional<front::smv::Program> program;
  PredicateSet set;

  void SetUp() override {
    program = front::smv::load(sources.add("model.smv", model), sources, pool, diagnostics);
    ASSERT_TRUE(program);
  }
  bool read(const std::string& text) {
    return load(sources.add("test.pred", text), sources, program->system, set, diagnostics);
  }
  std::string first_code() const {
    for (const Diagnostic& d : diagnostics.all())
      if (d.severity == Severity::Error) return d.code;
    return "";
  }
};

TEST_F(Read, ConditionsOverPositions) {
  ASSERT_TRUE(read("p(i, j) := i < j & x@i = x@j + 1 & b@i & w@j = 0ud4_3 & a[1]@i & twice@j > 2;"));
  ASSERT_EQ(set.predicates.size(), 1u);
  EXPECT_EQ(set.predicates[0].name, "p");
  EXPECT_EQ(set.predicates[0].arity, 2u);
}

TEST_F(Read, LoopsWhatLiesBetweenAndOtherPredicates) {
  ASSERT_TRUE(
      read("p(i, j) := from some step on: msg.v >= 2 & again and again: !b & no (x = 1 | b) between i and j & i < j;\n"
           "q(i) := p(i, i) & x@i = 1; sends(i, who : {Bob, Eve}) := msg.sender@i = who;\n"
           "r(k) := sends[Eve](k) & q(k); t := again and again: b; hide *"));
  ASSERT_EQ(set.predicates.size(), 6u);
  EXPECT_EQ(set.predicates[0].spans.size(), 3u);
  EXPECT_EQ(set.predicates[0].spans[2].to, 1u);
  EXPECT_EQ(set.predicates[4].spans.size(), 3u);
  EXPECT_EQ(set.predicates[4].spans[2].to, 0u);
  EXPECT_EQ(set.predicates[5].arity, 0u);
  EXPECT_TRUE(set.hides_all);
}

TEST_F(Read, WhatDoesNotComeBefore) {
  ASSERT_TRUE(read("p(i, j) := no msg.v >= 2 before j & b@i; q(k) := p(k, k);"));
  EXPECT_EQ(set.predicates[0].spans[0].over, Predicate::Over::NoneBefore);
  EXPECT_EQ(set.predicates[0].spans[0].from, 1u);
  EXPECT_EQ(set.predicates[1].spans[0].from, 0u);
  EXPECT_FALSE(read("p(i) := no b after i;"));
}

TEST_F(Read, WholeRunsAndStepsInThem) {
  ASSERT_TRUE(
      read("never := always: !b; p(i, j) := from j on: next(x) = x & b@i; q(k) := p(k, k);\n"
           "moves := again and again: next(twice) > x"));
  ASSERT_EQ(set.predicates.size(), 4u);
  EXPECT_EQ(set.predicates[0].spans[0].over, Predicate::Over::Always);
  EXPECT_EQ(set.predicates[1].spans[0].over, Predicate::Over::AllFrom);
  EXPECT_EQ(set.predicates[1].spans[0].from, 1u);
  EXPECT_EQ(to_string(pool, set.predicates[1].spans[0].condition), "x@1 = x@0");
  EXPECT_EQ(set.predicates[2].spans[0].from, 0u);
  EXPECT_EQ(to_string(pool, set.predicates[3].spans[0].condition), "x@0 < x@1 + x@1");
  EXPECT_FALSE(read("r(i) := from k on: b;"));
  EXPECT_EQ(first_code(), "pred.unknown-position");
}

TEST_F(Read, MistakesInThese) {
  EXPECT_FALSE(read("p(i) := no b between i and j;"));
  EXPECT_EQ(first_code(), "pred.unknown-position");
  diagnostics = Diagnostics();
  EXPECT_FALSE(read("q(i) := b@i; r(i) := q(i, i);"));
  EXPECT_EQ(first_code(), "pred.arguments");
  diagnostics = Diagnostics();
  EXPECT_FALSE(read("s := from some step on: x;"));
  EXPECT_EQ(first_code(), "pred.type");
}

// Words that mean something of their own, and names in quotes, as names of variables.
TEST_F(Read, AnyNameOfTheModel) {
  program = front::smv::load(sources.add("odd.smv", "MODULE main\nVAR last : 0..3; \"a.b\" : boolean; no : boolean;\n"),
                             sources, pool, diagnostics);
  ASSERT_TRUE(program);
  ASSERT_TRUE(
      read("p(i) := last@i = 2 & \"a.b\"@i & i < last & no@i \"i is not last\"; q := again and again: last = 1"));
  EXPECT_EQ(set.predicates[0].sentence, "i is not last");
  EXPECT_EQ(to_string(pool, set.predicates[1].spans[0].condition), "last@0 = 1");
}

TEST_F(Read, FieldsOfAnInstanceAtAPosition) {
  ASSERT_TRUE(
      read("same_sender(m1 : msg, m2 : msg) := m1.sender = m2.sender;\nother(i, j) := msg.sender@i != msg.sender@j"));
  ASSERT_EQ(set.predicates.size(), 2u);
  EXPECT_TRUE(set.predicates[0].left);
  EXPECT_FALSE(set.predicates[1].left);
}

TEST_F(Read, SentencesFlagsHideAndAnchor) {
  ASSERT_TRUE(
      read("-- a comment with an @ and a \" in it\n"
           "symmetric same(i, j) := x@i = x@j \"x is the same at {1} and {2}\";\nhide b, msg.v;\nanchor same;"));
  EXPECT_EQ(set.predicates[0].sentence, "x is the same at {1} and {2}");
  EXPECT_TRUE(set.predicates[0].symmetric);
  ASSERT_EQ(set.hide.size(), 2u);
  EXPECT_EQ(set.hide[0].name, "b");
  EXPECT_EQ(set.hide[1].name, "msg.v");
  ASSERT_TRUE(set.anchor);
  EXPECT_EQ(set.anchor->name, "same");
  EXPECT_GT(set.anchor->where.begin, set.hide[1].where.begin);
}

TEST_F(Read, TheLibrary) {
  ASSERT_TRUE(
      read("use same(x); use changed(msg.v); use repeats(b); use alternates(b); use equal(x, msg.v);\n"
           "use replay(msg.sender, Eve, msg.v); use differs(x, 1); use man_in_the_middle(msg.sender, msg.sender, Eve, "
           "b, x);"));
  EXPECT_EQ(set.predicates.size(), 8u);
  EXPECT_EQ(set.predicates[1].name, "changed_msg_v");
}

TEST_F(Read, TheLibraryTwiceOfOneVariable) {
  ASSERT_TRUE(read("use differs(msg.sender, Eve); use differs(msg.sender, Bob); use differs(x, -1);"));
  EXPECT_EQ(set.predicates[2].name, "differs_x__1");
}

TEST_F(Read, ParametersWithValues) {
  ASSERT_TRUE(
      read("sends(i, who : {Bob, Eve}) := msg.sender@i = who \"{who} sends at {1}\";\n"
           "at_least(n : -1..1, i, j, up : boolean) := x@i >= n & b@j = up & i < j \"{3} comes after {2} {odd}\";"));
  ASSERT_EQ(set.predicates.size(), 2u + 3 * 2);
  EXPECT_EQ(set.predicates[1].name, "sends[Eve]");
  EXPECT_EQ(set.predicates[1].arity, 1u);
  EXPECT_EQ(set.predicates[1].sentence, "Eve sends at {1}");
  EXPECT_EQ(set.predicates[2].name, "at_least[-1, FALSE]");
  EXPECT_EQ(set.predicates[2].arity, 2u);
  EXPECT_EQ(set.predicates[2].sentence, "{2} comes after {1} {odd}");
}

TEST_F(Read, ValuesOfParametersAreFewAndKnown) {
  EXPECT_FALSE(read("p(i, v : 0..99) := x@i = v"));
  EXPECT_EQ(first_code(), "pred.values");
  EXPECT_FALSE(read("p(i, v : 3..1) := x@i = v"));
  EXPECT_FALSE(read("p(i, u : 0..9, v : 0..9) := x@i = u + v"));
  EXPECT_FALSE(read("p(i, v : {Mallory}) := msg.sender@i = v"));
  EXPECT_FALSE(read("p(i, v : 0..1) := x@v = 1"));
  EXPECT_TRUE(set.predicates.empty());
}

TEST_F(Read, PositionsInsteadOfTime) {
  for (const char* body : {"G b@i", "X b@i", "EF b@i", "Y b@i", "E [b@i U b@i]", "next(b@i)"}) {
    diagnostics = Diagnostics();
    EXPECT_FALSE(read(std::string("p(i) := ") + body)) << body;
    EXPECT_EQ(first_code(), "pred.temporal") << body;
  }
  EXPECT_FALSE(read("p(i) := self"));
}

TEST_F(Read, ParametersOnce) {
  EXPECT_FALSE(read("p(i, i) := b@i"));
  EXPECT_EQ(first_code(), "pred.redefined");
}

TEST_F(Read, SentencesThatDoNotFit) {
  EXPECT_FALSE(read("p(i) := b@i \"b at {2}\""));
  EXPECT_EQ(first_code(), "pred.sentence");
  diagnostics = Diagnostics();
  EXPECT_FALSE(read("p(i) := b@i \"b at {1}; q(i) := b@i"));
  EXPECT_EQ(first_code(), "pred.sentence");
}

TEST_F(Read, MistakesAreShownAsTheyAreWritten) {
  EXPECT_FALSE(read("p(i) := y@i = 1"));
  EXPECT_NE(render(diagnostics.all().back(), sources).find("p(i) := y@i = 1"), std::string::npos);
}

TEST_F(Read, UnknownNames) {
  EXPECT_FALSE(read("p(i) := y@i = 1"));
  EXPECT_EQ(first_code(), "pred.unknown-variable");
}
TEST_F(Read, UnknownPositions) {
  EXPECT_FALSE(read("p(i) := x@k = 1"));
  EXPECT_EQ(first_code(), "pred.unknown-position");
}
TEST_F(Read, ConstantPositions) {
  set.constants = true;
  ASSERT_TRUE(read(
      "p(i) := x@2 = x@i & b@12 & msg.v@2 = 3; q := a[1]@0; r(n : 3..4) := b@n; s(i : msg) := i.v = msg.v@first;"));
  ASSERT_EQ(set.predicates.size(), 5u);
  EXPECT_EQ(set.predicates[0].arity, 1u);
  EXPECT_EQ(set.predicates[0].fixed, (std::vector<std::size_t>{2, 12}));
  EXPECT_EQ(set.predicates[1].arity, 0u);
  EXPECT_EQ(set.predicates[1].fixed, std::vector<std::size_t>{0});
  EXPECT_EQ(set.predicates[3].fixed, std::vector<std::size_t>{4});
  EXPECT_FALSE(read("p1(i) := x@1000001 = 2"));
  EXPECT_EQ(first_code(), "pred.constants");
  EXPECT_FALSE(read("p2(n : -1..1) := b@n"));
}
TEST_F(Read, ConstantPositionsAreAskedFor) {
  EXPECT_FALSE(read("p(i) := x@2 = 3 & b@i"));
  EXPECT_EQ(first_code(), "pred.constants");
  EXPECT_NE(diagnostics.all().back().help.find("--constants"), std::string::npos);
  EXPECT_TRUE(read("p(i) := b@first & b@i & i <= 10"));
}
TEST_F(Read, VariablesNeedPositions) {
  EXPECT_FALSE(read("p(i) := x = 1"));
  EXPECT_EQ(first_code(), "smv.not-a-value");
}
TEST_F(Read, ConditionsOnly) {
  EXPECT_FALSE(read("p(i) := x@i + 1"));
  EXPECT_EQ(first_code(), "pred.type");
}
TEST_F(Read, NamesOnce) {
  EXPECT_FALSE(read("p(i) := b@i; p(i) := x@i = 1;"));
  EXPECT_EQ(first_code(), "pred.redefined");
}
TEST_F(Read, ManyPositions) {
  const auto of = [](int positions) {
    std::string parameters = "i1";
    for (int n = 2; n <= positions; ++n) parameters += ", i" + std::to_string(n);
    return "many(" + parameters + ") := b@i1";
  };
  EXPECT_TRUE(read(of(1000)));
  EXPECT_FALSE(read(of(1001)));
  EXPECT_EQ(first_code(), "pred.positions");
}
TEST_F(Read, LibraryArguments) {
  EXPECT_FALSE(read("use replay(x);"));
  EXPECT_EQ(first_code(), "pred.library");
  EXPECT_FALSE(read("use nothing(x);"));
}
TEST_F(Read, Syntax) {
  EXPECT_FALSE(read("p(i := b@i;"));
  EXPECT_FALSE(read("p(i) b@i;"));
  EXPECT_FALSE(read("(((("));
}

}  // namespace
}  // namespace whynot::front::pred
