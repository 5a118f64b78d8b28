// The reading of CTL as LTL against the engines', which shares nothing with it, on random formulas.
#include "check/linear_form.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "model/system/path_formula.h"
#include "rewrite/linear.h"

namespace whynot::check {
namespace {

class RandomFormulas {
 public:
  explicit RandomFormulas(ExprPool& pool) : pool_(pool) {}

  Expr make(int depth, Random& random) {
    if (depth == 0) return pool_.variable(random.chance(50) ? "p" : "q", pool_.boolean_type());
    const auto sub = [&] { return make(depth - 1, random); };
    const Op unary[] = {Op::AX, Op::EX, Op::AF, Op::EF, Op::AG, Op::EG};
    switch (random.below(7)) {
      case 0: return pool_.not_(sub());
      case 1: return pool_.and_(sub(), sub());
      case 2: return pool_.or_(sub(), make(0, random));
      case 3: return pool_.implies(make(0, random), sub());
      case 4: return pool_.temporal(random.chance(80) ? Op::AU : Op::EU, {make(0, random), sub()});
      default: return pool_.temporal(unary[random.below(6)], {sub()});
    }
  }

 private:
  ExprPool& pool_;
};

TEST(LinearForm, IsTheOneThatEnginesKnow) {
  ExprPool pool;
  Random random(7);
  std::size_t linear = 0, other = 0;
  for (int i = 0; i < 20000; ++i) {
    const Expr ctl = RandomFormulas(pool).make(1 + static_cast<int>(random.below(4)), random);
    const Expr found = linear_form(pool, ctl);
    const bool known = rewrite::is_linear(negation_normal_form(pool, ctl));
    ASSERT_TRUE(known || !found);  // what one knows more is not to be believed by itself
    ++(found ? linear : other);
    if (!found) continue;
    const Expr engines = path_formula(pool, ctl, Polarity::Violating);
    ASSERT_TRUE(engines);
    ASSERT_EQ(negation_normal_form(pool, found), negation_normal_form(pool, engines));
  }
  EXPECT_GT(linear, 1000u);
  EXPECT_GT(other, 1000u);
}

TEST(LinearForm, KnowsWhatIsNot) {
  ExprPool pool;
  const Expr p = pool.variable("p", pool.boolean_type());
  const auto of = [&](Op outer, Op inner) { return pool.temporal(outer, {pool.temporal(inner, {p})}); };
  EXPECT_FALSE(linear_form(pool, of(Op::AF, Op::AG)));
  EXPECT_FALSE(linear_form(pool, of(Op::AG, Op::EF)));
  EXPECT_FALSE(linear_form(pool, pool.temporal(Op::EF, {p})));
  EXPECT_EQ(linear_form(pool, of(Op::AG, Op::AF)), of(Op::G, Op::F));
  EXPECT_EQ(linear_form(pool, pool.not_(pool.temporal(Op::EG, {p}))), pool.temporal(Op::F, {pool.not_(p)}));
}

}  // namespace
}  // namespace whynot::check
