#include "expr/evaluate.h"

#include <gtest/gtest.h>

#include "expr/print.h"

namespace whynot {
namespace {

struct Fixture : ::testing::Test {
  ExprPool pool;
  Type w8 = pool.word_type(8, false), s8 = pool.word_type(8, true);

  Expr n(int value) { return pool.integer(value); }
  Expr word(int value, bool is_signed = false) {
    return pool.constant(Value::word(8, is_signed, value), is_signed ? s8 : w8);
  }
  std::string run(Expr e) {
    return CompiledExpr(pool, e, [](Expr) { return 0u; }).run({}).to_string();
  }
};

using Evaluate = Fixture;
using Print = Fixture;

TEST_F(Evaluate, DivisionTruncatesTowardsZero) {
  EXPECT_EQ(run(pool.arithmetic(Op::Div, n(-7), n(2))), "-3");
  EXPECT_EQ(run(pool.arithmetic(Op::Mod, n(-7), n(2))), "-1");
  EXPECT_EQ(run(pool.arithmetic(Op::Mod, n(7), n(-2))), "1");
  EXPECT_EQ(run(pool.arithmetic(Op::Div, n(7), n(0))), "undefined");
}

TEST_F(Evaluate, WordsWrapAround) {
  EXPECT_EQ(run(pool.arithmetic(Op::Add, word(250), word(10))), "0ud8_4");
  EXPECT_EQ(run(pool.arithmetic(Op::Sub, word(3), word(5))), "0ud8_254");
  EXPECT_EQ(run(pool.arithmetic(Op::Add, word(127, true), word(1, true))), "0sd8_-128");
  EXPECT_EQ(run(pool.arithmetic(Op::Div, word(-7, true), word(2, true))), "0sd8_-3");
}

TEST_F(Evaluate, ShiftsAreArithmeticOnSignedWords) {
  EXPECT_EQ(run(pool.make(Op::Shr, s8, {word(-8, true), n(1)})), "0sd8_-4");
  EXPECT_EQ(run(pool.make(Op::Shr, s8, {word(-1, true), n(8)})), "0sd8_-1");
  EXPECT_EQ(run(pool.make(Op::Shr, w8, {word(248), n(1)})), "0ud8_124");
  EXPECT_EQ(run(pool.make(Op::Shl, w8, {word(129), n(1)})), "0ud8_2");
}

TEST_F(Evaluate, ResizeKeepsTheSign) {
  EXPECT_EQ(run(pool.make(Op::Resize, pool.word_type(4, true), {word(-128 + 5, true)}, 4)), "0sd4_-3");
  EXPECT_EQ(run(pool.make(Op::Resize, pool.word_type(12, true), {word(-2, true)}, 12)), "0sd12_-2");
  EXPECT_EQ(run(pool.make(Op::Extract, pool.word_type(3, false), {word(0b10110100)}, 5, 3)), "0ud3_6");
}

TEST_F(Evaluate, UndefinedSpreadsUnlessDecided) {
  const Expr bad = pool.eq(pool.arithmetic(Op::Div, n(1), n(0)), n(1));
  EXPECT_EQ(run(bad), "undefined");
  EXPECT_EQ(run(pool.and_(pool.boolean(false), bad)), "FALSE");
  EXPECT_EQ(run(pool.or_(bad, pool.boolean(true))), "TRUE");
  EXPECT_EQ(run(pool.ite(pool.boolean(true), n(3), pool.arithmetic(Op::Div, n(1), n(0)))), "3");
}

TEST_F(Evaluate, HugeIntervalsAreNotListed) {
  const Type any = pool.range_type(0, power_of_two(60));
  const Expr interval = pool.make(Op::Interval, pool.set_type(any), {n(0), pool.integer(power_of_two(60))});
  EXPECT_EQ(run(pool.in(n(77), interval)), "TRUE");
  EXPECT_EQ(run(pool.in(n(-1), interval)), "FALSE");
}

TEST_F(Evaluate, DeepExpressionsNeedNoStack) {
  Expr e = pool.variable("x", pool.boolean_type());
  const Expr x = e;
  for (int i = 0; i < 300000; ++i) e = pool.xor_(pool.not_(e), x);
  const CompiledExpr compiled(pool, e, [](Expr) { return 0u; });
  EXPECT_EQ(compiled.run(std::vector<Value>{Value::boolean(true)}).to_string(), "TRUE");
}

TEST_F(Print, OnlyNeededParentheses) {
  const Type b = pool.boolean_type();
  const Expr p = pool.variable("p", b), q = pool.variable("q", b), r = pool.variable("r", b);
  const Expr x = pool.variable("x", pool.range_type(0, 9));
  EXPECT_EQ(to_string(pool, pool.and_(pool.or_(p, q), r)), "(p | q) & r");
  EXPECT_EQ(to_string(pool, pool.or_(p, pool.and_(q, r))), "p | q & r");
  EXPECT_EQ(to_string(pool, pool.implies(p, pool.implies(q, r))), "p -> q -> r");
  EXPECT_EQ(to_string(pool, pool.implies(pool.implies(p, q), r)), "(p -> q) -> r");
  EXPECT_EQ(to_string(pool, pool.not_(pool.eq(x, n(3)))), "x != 3");
  EXPECT_EQ(to_string(pool, pool.not_(pool.lt(x, n(3)))), "x >= 3");
  EXPECT_EQ(to_string(pool, pool.temporal(Op::G, {pool.implies(p, pool.temporal(Op::F, {q}))})), "G (p -> F q)");
  EXPECT_EQ(to_string(pool, pool.temporal(Op::EU, {p, q}, {0, 3})), "E [p BU 0..3 q]");
  EXPECT_EQ(to_string(pool, pool.temporal(Op::AF, {p}, {1, 3})), "ABF 1..3 p");
  EXPECT_EQ(to_string(pool, pool.arithmetic(Op::Sub, x, pool.arithmetic(Op::Sub, x, n(-1)))), "x - (x - -1)");
}

TEST_F(Print, TwoMinusSignsBeginNoComment) {
  const Expr x = pool.variable("x", pool.range_type(-4, 4));
  EXPECT_EQ(to_string(pool, pool.negate(pool.negate(x))), "-(-x)");
  const Type word = pool.word_type(2, true);
  const Expr least = pool.constant(Value::word(2, true, 2), word);
  EXPECT_EQ(to_string(pool, least), "-0sd2_2");
  EXPECT_EQ(to_string(pool, pool.make(Op::Neg, word, {least})), "-(-0sd2_2)");
}

// NuSMV reads a conditional within CTL in parentheses only.
TEST_F(Print, ConditionalsThatArePartsHaveParentheses) {
  const Type b = pool.boolean_type();
  const Expr p = pool.variable("p", b), q = pool.variable("q", b);
  const Expr choice = pool.ite(p, q, pool.variable("r", b));
  EXPECT_EQ(to_string(pool, choice), "p ? q : r");
  EXPECT_EQ(to_string(pool, pool.temporal(Op::EU, {choice, q})), "E [(p ? q : r) U q]");
  EXPECT_EQ(to_string(pool, pool.implies(p, choice)), "p -> (p ? q : r)");
  EXPECT_EQ(to_string(pool, pool.ite(q, p, choice)), "q ? p : p ? q : r");
  EXPECT_EQ(to_string(pool, pool.ite(choice, choice, pool.iff(p, q))), "(p ? q : r) ? (p ? q : r) : (p <-> q)");
}

TEST_F(Print, LongTextIsCut) {
  Expr e = pool.variable("x", pool.boolean_type());
  for (int i = 0; i < 40; ++i) e = pool.and_(e, e);
  EXPECT_LT(to_string(pool, e, 100).size(), 110u);
}

}  // namespace
}  // namespace whynot
