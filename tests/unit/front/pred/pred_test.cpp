// The language of predicates: what is understood, and what is said of what is not.
#include "front/pred/pred.h"

#include <gtest/gtest.h>

#include "expr/print.h"
#include "front/smv/smv.h"

namespace whynot::pred {
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
  std::optional<smv::Program> program;
  PredicateSet set;

  void SetUp() override {
    program = smv::load(sources.add("model.smv", model), sources, pool, diagnostics);
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
  EXPECT_EQ(set.hide, (std::vector<std::string>{"b", "msg.v"}));
  EXPECT_EQ(set.anchor, "same");
}

TEST_F(Read, TheLibrary) {
  ASSERT_TRUE(
      read("use same(x); use changed(msg.v); use repeats(b); use alternates(b); use equal(x, msg.v);\n"
           "use replay(msg.sender, Eve, msg.v); use differs(x, 1); use man_in_the_middle(msg.sender, msg.sender, Eve, "
           "b, x);"));
  EXPECT_EQ(set.predicates.size(), 8u);
  EXPECT_EQ(set.predicates[1].name, "changed_msg_v");
}

TEST_F(Read, UnknownNames) {
  EXPECT_FALSE(read("p(i) := y@i = 1"));
  EXPECT_EQ(first_code(), "pred.unknown-variable");
}
TEST_F(Read, UnknownPositions) {
  EXPECT_FALSE(read("p(i) := x@k = 1"));
  EXPECT_EQ(first_code(), "pred.unknown-position");
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
TEST_F(Read, FewPositions) {
  EXPECT_FALSE(read("p(i, j, k, l, m) := b@i"));
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
}  // namespace whynot::pred
