// The blaster against the evaluator, on random expressions over small types.
#include "encode/blast.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "base/random.h"
#include "expr/evaluate.h"
#include "solve/cnf.h"
#include "support/rounds.h"

namespace whynot::encode {
namespace {

Value symbol(const char* name) { return Value::symbol(name); }

// Variables of every kind of type, and random expressions over them.
class Maker {
 public:
  Maker(ExprPool& pool, std::uint64_t seed) : pool_(pool), random_(seed) {
    const Type small = pool.range_type(-3, 4), offset = pool.range_type(2, 7), single = pool.range_type(5, 5);
    const Type letters = pool.enum_type({symbol("a"), symbol("b"), symbol("c")});
    const Type mixed = pool.enum_type({symbol("d"), symbol("c"), Value::integer(3), symbol("b"), Value::integer(-1)});
    const Type squares = pool.enum_type({Value::integer(4), Value::integer(1), Value::integer(9)});
    const Type u3 = pool.word_type(3, false), s3 = pool.word_type(3, true), u5 = pool.word_type(5, false);
    for (Type t : {pool.boolean_type(), pool.boolean_type(), small, small, offset, single, letters, letters, mixed,
                   squares, u3, u3, s3, s3, u5})
      variables_.push_back(pool.variable(fmt::format("v{}", variables_.size()), t));
  }
  const std::vector<Expr>& variables() const { return variables_; }

  Expr boolean(int depth) {
    if (depth <= 0) return random_.chance(10) ? pool_.boolean(random_.chance(50)) : variables_[random_.below(2)];
    switch (random_.below(8)) {
      case 0: return pool_.not_(boolean(depth - 1));
      case 1: return logic(boolean(depth - 1), boolean(depth - 1));
      case 2: return pool_.ite(boolean(depth - 1), boolean(depth - 1), boolean(depth - 1));
      case 3: return compare(number(depth - 1), number(depth - 1));
      case 4: return pool_.eq(symbols(depth - 1), symbols(depth - 1));
      case 5: return pool_.in(random_.chance(50) ? number(depth - 1) : symbols(depth - 1), set(depth - 1));
      case 6: {
        const bool is_signed = random_.chance(50);
        return compare(word3(is_signed, depth - 1), word3(is_signed, depth - 1));
      }
      default: return pool_.make(Op::BoolOfWord, pool_.boolean_type(), {extract(word3(false, depth - 1), 1, 1)});
    }
  }
  Expr number(int depth) {
    if (depth <= 0) {
      const std::size_t pick = random_.below(6);
      return pick == 5 ? pool_.integer(random_.between(-9, 9)) : variables_[pick == 4 ? 9 : 2 + pick];
    }
    switch (random_.below(5)) {
      case 0: return pool_.negate(number(depth - 1));
      case 1: return pool_.ite(boolean(depth - 1), number(depth - 1), number(depth - 1));
      case 2: return to_int(word3(random_.chance(50), depth - 1));
      default: {
        const Op ops[] = {Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Mod};
        return pool_.arithmetic(ops[random_.below(5)], number(depth - 1), number(depth - 1));
      }
    }
  }
  Expr symbols(int depth) {
    if (depth <= 0) return variables_[6 + random_.below(3)];
    return pool_.ite(boolean(depth - 1), symbols(depth - 1), symbols(depth - 1));
  }
  Expr word3(bool is_signed, int depth) {
    const Type type = pool_.word_type(3, is_signed);
    if (depth <= 0) return variables_[(is_signed ? 12 : 10) + random_.below(2)];
    const auto same = [&] { return word3(is_signed, depth - 1); };
    switch (random_.below(9)) {
      case 0: return pool_.not_(same());
      case 1: return logic(same(), same());
      case 2: return pool_.negate(same());
      case 3: return pool_.ite(boolean(depth - 1), same(), same());
      case 4:
        return pool_.make(
            random_.chance(50) ? Op::Shl : Op::Shr, type,
            {same(), random_.chance(50) ? pool_.integer(random_.between(0, 4)) : word3(false, depth - 1)});
      case 5: return pool_.make(is_signed ? Op::ToSigned : Op::ToUnsigned, type, {word3(!is_signed, depth - 1)});
      case 6: return pool_.make(Op::Resize, type, {wide(is_signed, depth - 1)}, 3);
      case 7: return is_signed ? same() : extract(wide(random_.chance(50), depth - 1), 3, 1);
      default: {
        const Op ops[] = {Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Mod};
        return pool_.arithmetic(ops[random_.below(5)], same(), same());
      }
    }
  }
  Expr set(int depth) {
    if (depth <= 0 || random_.chance(30)) {
      const Integer lo = random_.between(-4, 4), hi = lo + random_.between(0, 5);
      if (random_.chance(50))
        return pool_.make(Op::Interval, pool_.set_type(pool_.range_type(lo, hi)),
                          {pool_.integer(lo), pool_.integer(hi)});
      return random_.chance(50) ? number(depth - 1) : symbols(depth - 1);
    }
    const Expr a = set(depth - 1), b = set(depth - 1);
    const Type element = pool_.join(pool_.set_type(element_of(a)), pool_.set_type(element_of(b)));
    if (!element) return a;
    if (random_.chance(30)) return pool_.make(Op::Ite, element, {boolean(depth - 1), a, b});
    return pool_.make(random_.chance(50) ? Op::Union : Op::SetOf, element, {a, b});
  }

 private:
  static Type element_of(Expr e) { return e.type().is(TypeKind::Set) ? e.type().element() : e.type(); }
  Expr wide(bool is_signed, int depth) {
    switch (random_.below(3)) {
      case 0: return pool_.make(Op::Extend, pool_.word_type(5, is_signed), {word3(is_signed, depth - 1)}, 2);
      case 1: return is_signed ? pool_.make(Op::ToSigned, pool_.word_type(5, true), {variables_[14]}) : variables_[14];
      default: {
        const Expr both = pool_.make(Op::Concat, pool_.word_type(6, false),
                                     {word3(false, depth - 1), word3(random_.chance(50), depth - 1)});
        return is_signed ? pool_.make(Op::ToSigned, pool_.word_type(6, true), {both}) : both;
      }
    }
  }
  Expr extract(Expr word, std::uint64_t hi, std::uint64_t lo) {
    return pool_.make(Op::Extract, pool_.word_type(static_cast<std::uint32_t>(hi - lo + 1), false), {word}, hi, lo);
  }
  Expr to_int(Expr word) {
    const Integer half = power_of_two(word.type().width() - 1);
    return pool_.make(Op::ToInt,
                      word.type().is_signed() ? pool_.range_type(-half, half - 1) : pool_.range_type(0, 2 * half - 1),
                      {word});
  }
  Expr logic(Expr a, Expr b) {
    const Op ops[] = {Op::And, Op::Or, Op::Xor, Op::Iff, Op::Implies};
    return pool_.make(ops[random_.below(5)], a.type(), {a, b});
  }
  Expr compare(Expr a, Expr b) {
    const Op ops[] = {Op::Eq, Op::Lt, Op::Le};
    return pool_.make(ops[random_.below(3)], pool_.boolean_type(), {a, b});
  }

  ExprPool& pool_;
  Random random_;
  std::vector<Expr> variables_;
};

Integer number_of(const Bits& bits, const std::vector<bool>& values, bool is_signed) {
  Integer n = 0;
  for (std::size_t i = 0; i < bits.size(); ++i)
    if (values[bits[i].node()] != bits[i].complemented())
      n += power_of_two(i) * (is_signed && i + 1 == bits.size() ? -1 : 1);
  return n;
}

Value value_of_form(Type type, const Bits& form, const std::vector<bool>& values) {
  if (type.is_integer_like()) return Value::integer(number_of(form, values, true));
  return type.value(number_of(form, values, false));
}

class Bench {
 public:
  explicit Bench(ExprPool& pool, const std::vector<Expr>& variables)
      : blaster(pool, graph, [this](Expr leaf) { return codes.at(leaf); }) {
    for (Expr v : variables) {
      Bits& code = codes[v];
      for (std::size_t i = 0; i < code_width(v.type()); ++i) {
        code.push_back(graph.input());
        input_of[code.back().node()] = {v, i};
      }
    }
  }
  std::vector<bool> run(const std::map<std::uint32_t, Integer>& code_by_id) {
    return evaluate(graph, [&](std::uint32_t node) {
      const auto [v, i] = input_of.at(node);
      return boost::multiprecision::bit_test(code_by_id.at(v.id()), static_cast<unsigned>(i));
    });
  }
  Aig graph;
  std::unordered_map<Expr, Bits, ExprHash> codes;
  std::map<std::uint32_t, std::pair<Expr, std::size_t>> input_of;
  Blaster blaster;
};

TEST(Blast, RandomExpressionsAgreeWithTheEvaluator) {
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; seed < rounds(1500); ++seed) {
    ExprPool pool;
    Maker maker(pool, seed);
    Random random(seed + 77);
    const int depth = 1 + static_cast<int>(random.below(4));
    const Expr e = random.chance(60)   ? maker.boolean(depth)
                   : random.chance(50) ? maker.number(depth)
                                       : maker.word3(random.chance(50), depth);
    Bench bench(pool, maker.variables());
    const Bits form = bench.blaster.form(e);
    const CompiledExpr truth(pool, e, [&](Expr leaf) {
      return static_cast<std::uint32_t>(std::find(maker.variables().begin(), maker.variables().end(), leaf) -
                                        maker.variables().begin());
    });
    for (int round = 0; round < 40; ++round) {
      std::vector<Value> slots;
      std::map<std::uint32_t, Integer> codes;
      for (Expr v : maker.variables()) {
        slots.push_back(v.type().value(Integer(random.below(static_cast<std::size_t>(*v.type().size())))));
        codes[v.id()] = code_of(v.type(), slots.back());
        ASSERT_EQ(value_of_code(v.type(), codes[v.id()]), slots.back());
      }
      const Value wanted = truth.run(slots);
      if (!wanted.defined()) continue;
      ++compared;
      ASSERT_EQ(value_of_form(e.type(), form, bench.run(codes)), wanted) << "seed " << seed;
    }
  }
  EXPECT_GT(compared, rounds(30000));
}

TEST(Blast, AssignmentsFitExactlyWhenTheTypeHasTheValue) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    ExprPool pool;
    Maker maker(pool, seed);
    Random random(seed);
    const Expr e = random.chance(60) ? maker.number(2) : maker.symbols(2);
    const Type to = maker.variables()[random.chance(60) ? 2 + random.below(4) : 6 + random.below(4)].type();
    Bench bench(pool, maker.variables());
    const auto [code, fits] = bench.blaster.code(e, to);
    const CompiledExpr truth(pool, e, [&](Expr leaf) {
      return static_cast<std::uint32_t>(std::find(maker.variables().begin(), maker.variables().end(), leaf) -
                                        maker.variables().begin());
    });
    for (int round = 0; round < 60; ++round) {
      std::vector<Value> slots;
      std::map<std::uint32_t, Integer> codes;
      for (Expr v : maker.variables()) {
        slots.push_back(v.type().value(Integer(random.below(static_cast<std::size_t>(*v.type().size())))));
        codes[v.id()] = code_of(v.type(), slots.back());
      }
      const Value wanted = truth.run(slots);
      if (!wanted.defined()) continue;
      const auto values = bench.run(codes);
      ASSERT_EQ(values[fits.node()] != fits.complemented(), to.contains(wanted)) << seed;
      if (!to.contains(wanted)) continue;
      ASSERT_EQ(value_of_code(to, number_of(code, values, false)), wanted) << seed;
    }
  }
}

TEST(Blast, InvalidCodesAreExcluded) {
  ExprPool pool;
  const Type five = pool.range_type(3, 7),
             holes = pool.enum_type({Value::integer(1), Value::integer(8), Value::integer(3)});
  for (Type type : {five, holes}) {
    std::size_t valid = 0;
    for (std::size_t code = 0; code < 8; ++code) {
      Aig g;
      const Lit is_valid = valid_code(g, type, constant_bits(code, 3));
      ASSERT_FALSE(g.is_and(is_valid.node()));
      const bool yes = is_valid == Aig::constant(true);
      EXPECT_TRUE(!yes || type.contains(value_of_code(type, code)));
      valid += yes;
    }
    EXPECT_TRUE(Integer(valid) == *type.size());
  }
}

TEST(Blast, DeepExpressionsNeedNoStack) {
  ExprPool pool;
  const Type type = pool.word_type(4, false);
  Expr chain = pool.variable("x", type);
  const Expr y = pool.variable("y", type);
  for (int i = 0; i < 100000; ++i) chain = pool.arithmetic(Op::Add, pool.xor_(chain, y), y);
  Bench bench(pool, {pool.variable("x", type), y});
  EXPECT_EQ(bench.blaster.form(chain).size(), 4u);
}

TEST(Blast, AWideMultiplierIsFine) {
  ExprPool pool;
  const Type type = pool.word_type(64, false);
  const Expr x = pool.variable("x", type), y = pool.variable("y", type);
  Bench bench(pool, {x, y});
  EXPECT_EQ(bench.blaster.form(pool.arithmetic(Op::Mul, x, y)).size(), 64u);
  EXPECT_LT(bench.graph.size(), 60000u);
}

}  // namespace
}  // namespace whynot::encode
