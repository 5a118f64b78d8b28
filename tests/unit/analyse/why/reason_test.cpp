// Reasons against their definition: the value under all values of what is left out.
#include "analyse/why/reason.h"

#include <gtest/gtest.h>

#include <map>

#include "base/random.h"
#include "expr/evaluate.h"
#include "expr/print.h"

namespace whynot::analyse::why {
namespace {

class RandomExpression {
 public:
  explicit RandomExpression(std::uint64_t seed) : random_(seed) {
    for (const char* name : {"a", "b", "c"}) variables_.push_back(pool.variable(name, pool.boolean_type()));
    for (const char* name : {"n", "m"}) variables_.push_back(pool.variable(name, pool.range_type(0, 2)));
    for (Expr v : variables_)
      values[v.id()] = v.type().value(Integer(random_.below(static_cast<std::size_t>(*v.type().size()))));
    e = random_.chance(50) ? boolean(3) : number(3);
  }
  Value value_of(Expr leaf) const { return values.at(leaf.id()); }

  ExprPool pool;
  std::map<std::uint32_t, Value> values;
  Expr e;

 private:
  Expr boolean(int depth) {
    if (depth == 0) {
      const std::size_t i = random_.below(5);
      return i < 3 ? variables_[i] : pool.lt(variables_[i], pool.integer(static_cast<int>(1 + random_.below(2))));
    }
    switch (random_.below(6)) {
      case 0: return pool.not_(boolean(depth - 1));
      case 1: return pool.and_(boolean(depth - 1), boolean(depth - 1));
      case 2: return pool.or_(boolean(depth - 1), boolean(depth - 1));
      case 3: return pool.implies(boolean(depth - 1), boolean(depth - 1));
      case 4: return pool.ite(boolean(depth - 1), boolean(depth - 1), boolean(depth - 1));
      default: return pool.eq(number(depth - 1), number(depth - 1));
    }
  }
  Expr number(int depth) {
    if (depth == 0) return random_.chance(70) ? variables_[3 + random_.below(2)] : pool.integer(1);
    if (random_.chance(50)) return pool.ite(boolean(depth - 1), number(depth - 1), number(depth - 1));
    return pool.arithmetic(random_.chance(50) ? Op::Add : Op::Mul, number(depth - 1), number(depth - 1));
  }
  Random random_;
  std::vector<Expr> variables_;
};

bool settles(const RandomExpression& sample, const std::vector<Expr>& kept) {
  const std::vector<Expr> all = leaves(sample.e);
  std::vector<Value> values;
  for (Expr leaf : all) values.push_back(sample.value_of(leaf));
  const CompiledExpr program(sample.pool, sample.e, [&](Expr leaf) {
    return static_cast<std::uint32_t>(std::find(all.begin(), all.end(), leaf) - all.begin());
  });
  const Value value = program.run(values);
  std::vector<std::size_t> free;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (std::find(kept.begin(), kept.end(), all[i]) == kept.end()) free.push_back(i);
  const std::function<bool(std::size_t)> same = [&](std::size_t i) {
    if (i == free.size()) return program.run(values) == value;
    const Type type = all[free[i]].type();
    for (Integer v = 0; v < *type.size(); ++v) {
      values[free[i]] = type.value(v);
      if (!same(i + 1)) return false;
    }
    return true;
  };
  return same(0);
}

// x is below `next` only: it is no leaf, and nobody asks for its value.
TEST(Reason, OfANextValueAlone) {
  ExprPool pool;
  const Expr x = pool.variable("x", pool.boolean_type()), next = pool.next(x);
  const auto value_of = [&](Expr leaf) {
    EXPECT_EQ(leaf, next);
    return Value::boolean(false);
  };
  EXPECT_EQ(reason(pool, next, value_of).leaves, std::vector<Expr>{next});
  EXPECT_TRUE(confirms(pool, next, value_of, {next}));
  EXPECT_FALSE(confirms(pool, next, value_of, {}));
}

// So large that the solver is asked, which gets to see x itself all the same.
TEST(Reason, OfALargeNextValue) {
  ExprPool pool;
  const Type word = pool.word_type(32, false);
  const Expr x = pool.variable("x", word), y = pool.variable("y", word), z = pool.variable("z", word);
  const Expr e = pool.ite(pool.lt(pool.next(x), y), pool.next(x), z);
  const auto value_of = [&](Expr leaf) { return Value::word(32, false, leaf == y ? 9 : 4); };
  const Reason found = reason(pool, e, value_of);
  EXPECT_TRUE(found.minimal);
  EXPECT_EQ(found.leaves, (std::vector<Expr>{pool.next(x), y}));
}

TEST(Reason, SettlesTheValueAndIsMinimal) {
  std::size_t shorter = 0;
  for (std::uint64_t seed = 0; seed < 5'000; ++seed) {
    const RandomExpression sample(seed);
    const auto value_of = [&](Expr leaf) { return sample.value_of(leaf); };
    const Reason found = reason(sample.pool, sample.e, value_of);
    ASSERT_TRUE(found.minimal);
    ASSERT_TRUE(settles(sample, found.leaves)) << to_string(sample.pool, sample.e);
    ASSERT_TRUE(confirms(sample.pool, sample.e, value_of, found.leaves));
    shorter += found.leaves.size() < leaves(sample.e).size();
    for (Expr leaf : found.leaves) {
      std::vector<Expr> rest = found.leaves;
      std::erase(rest, leaf);
      ASSERT_FALSE(settles(sample, rest)) << to_string(sample.pool, sample.e);
      ASSERT_FALSE(confirms(sample.pool, sample.e, value_of, rest)) << to_string(sample.pool, sample.e);
    }
  }
  EXPECT_GT(shorter, 1'000u);
}

TEST(Reason, TheSolverTellsWhatGoingThroughTheCasesTells) {
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const RandomExpression sample(seed);
    const auto value_of = [&](Expr leaf) { return sample.value_of(leaf); };
    const Reason listed = reason(sample.pool, sample.e, value_of);
    const Reason solved = reason(sample.pool, sample.e, value_of, {.cases = 0});
    ASSERT_TRUE(solved.minimal) << to_string(sample.pool, sample.e);
    ASSERT_EQ(solved.leaves, listed.leaves) << to_string(sample.pool, sample.e);
  }
}

TEST(Reason, OfLargeWordsIsMinimalToo) {
  ExprPool pool;
  const Type word = pool.word_type(16, false);
  const Expr a = pool.variable("a", word), b = pool.variable("b", word), go = pool.variable("go", pool.boolean_type());
  const Expr zero = pool.constant(Value::word(16, false, 0), word);
  const Expr e = pool.ite(go, pool.make(Op::And, word, {a, zero}), b);
  const auto value_of = [&](Expr leaf) { return leaf == go ? Value::boolean(true) : Value::word(16, false, 7); };
  const Reason found = reason(pool, e, value_of);
  EXPECT_TRUE(found.minimal);
  EXPECT_EQ(found.leaves, std::vector<Expr>{go});
}

}  // namespace
}  // namespace whynot::analyse::why
