#include "engine/symbolic/describe.h"

#include <map>

#include "encode/code.h"

namespace whynot::engine::symbolic {
namespace {

using encode::BddBits;
using encode::VariableBits;

// What a cube says of one variable's code: bits that are set, bits that are clear.
struct Pattern {
  std::map<std::size_t, bool> bits;
};

bool matches(const Pattern& pattern, const Integer& code) {
  for (const auto& [bit, value] : pattern.bits)
    if (boost::multiprecision::bit_test(code, static_cast<unsigned>(bit)) != value) return false;
  return true;
}

// Words by their bits, other types by the values that match.
Expr condition_of(ExprPool& pool, const VariableBits& v, const Pattern& pattern) {
  std::vector<Expr> parts;
  if (v.type().is(TypeKind::Word)) {
    const Type bit_type = pool.word_type(1, false);
    for (const auto& [bit, value] : pattern.bits) {
      const Expr extracted = pool.make(Op::Extract, bit_type, {v.variable}, bit, bit);
      const Expr is_set = pool.make(Op::BoolOfWord, pool.boolean_type(), {extracted});
      parts.push_back(value ? is_set : pool.not_(is_set));
    }
    return pool.all(parts);
  }
  if (v.type().is_boolean()) return pattern.bits.at(0) ? v.variable : pool.not_(v.variable);
  const Integer codes = Integer(1) << static_cast<unsigned>(v.current.size());
  for (Integer code = 0; code < codes; ++code) {
    if (!matches(pattern, code)) continue;
    const Value value = encode::value_of_code(v.type(), code);
    if (value.defined() && v.type().contains(value)) parts.push_back(pool.eq(v.variable, pool.constant(value, v.type())));
  }
  return pool.any(parts);
}

}  // namespace

Expr describe(BddBits& bits, const encode::Bdd& set, const encode::Bdd& among) {
  const encode::BitSystem& system = bits.system();
  ExprPool& pool = *system.system().pool;
  std::vector<Expr> cubes;
  const encode::Bdd inside = set & among;
  const bool all = inside.for_each_prime_cube(inside | !among, [&](const solve::BddCube& cube) {
    std::map<std::size_t, Pattern> patterns;
    for (const solve::BddLiteral& l : cube) {
      const encode::BitPlace place = bits.place_of(l.variable);
      patterns[place.variable].bits[place.bit] = l.positive;
    }
    std::vector<Expr> parts;
    for (const auto& [variable, pattern] : patterns) parts.push_back(condition_of(pool, system.variables()[variable], pattern));
    cubes.push_back(pool.all(parts));
    return true;
  });
  return all ? pool.any(cubes) : Expr();
}

}  // namespace whynot::engine::symbolic
