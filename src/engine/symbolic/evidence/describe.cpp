// Groups the literals of a cube by variable and words each group as a condition.
#include "engine/symbolic/evidence/describe.h"

#include <map>
#include <optional>

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

constexpr std::size_t few_cubes = 3;  // then the set itself is described, else only among the reachable states
constexpr std::size_t most_cubes = 48;
constexpr std::size_t few_bits = 3;
constexpr std::size_t listed_bits = 10;  // of codes whose values are gone through one by one

Expr bit_is_set(ExprPool& pool, const VariableBits& v, std::size_t bit) {
  if (v.type().is(TypeKind::Word)) {
    const Expr extracted = pool.make(Op::Extract, pool.word_type(1, false), {v.variable}, bit, bit);
    return pool.make(Op::BoolOfWord, pool.boolean_type(), {extracted});
  }
  const Expr distance = pool.arithmetic(Op::Sub, v.variable, pool.integer(v.type().lo()));
  const Expr shifted = pool.arithmetic(Op::Div, distance, pool.integer(Integer(1) << static_cast<unsigned>(bit)));
  return pool.eq(pool.arithmetic(Op::Mod, shifted, pool.integer(2)), pool.integer(1));
}

// lo..hi of an integer variable, as short as can be.
Expr between(ExprPool& pool, const VariableBits& v, const Integer& lo, const Integer& hi) {
  if (lo == hi) return pool.eq(v.variable, pool.constant(Value::integer(lo), v.type()));
  const Expr least = pool.le(pool.integer(lo), v.variable), most = pool.le(v.variable, pool.integer(hi));
  if (lo == v.type().lo()) return most;
  return hi == v.type().hi() ? least : pool.and_(least, most);
}

// The values that match, neighbours of a range together.
Expr one_of(ExprPool& pool, const VariableBits& v, const Pattern& pattern) {
  std::vector<Expr> parts;
  std::optional<std::pair<Integer, Integer>> run;
  const Integer values = *v.type().size();
  const bool is_range = v.type().is(TypeKind::Range);
  for (Integer i = 0; i < values; ++i) {
    const Value value = v.type().value(i);
    if (!matches(pattern, encode::code_of(v.type(), value))) continue;
    if (!is_range) {
      parts.push_back(pool.eq(v.variable, pool.constant(value, v.type())));
    } else if (run && run->second + 1 == value.as_integer()) {
      run->second = value.as_integer();
    } else {
      if (run) parts.push_back(between(pool, v, run->first, run->second));
      run.emplace(value.as_integer(), value.as_integer());
    }
  }
  if (run) parts.push_back(between(pool, v, run->first, run->second));
  return pool.any(parts);
}

// Small types by the values that match, others by their bits.
Expr condition_of(ExprPool& pool, const VariableBits& v, const Pattern& pattern) {
  if (v.type().is_boolean()) return pattern.bits.at(0) ? v.variable : pool.not_(v.variable);
  const bool is_word = v.type().is(TypeKind::Word);
  if (!is_word && v.current.size() <= listed_bits) return one_of(pool, v, pattern);
  if (is_word && pattern.bits.size() == v.current.size()) {
    Integer code = 0;
    for (const auto& [bit, value] : pattern.bits)
      if (value) boost::multiprecision::bit_set(code, static_cast<unsigned>(bit));
    return pool.eq(v.variable, pool.constant(encode::value_of_code(v.type(), code), v.type()));
  }
  std::vector<Expr> parts;
  for (const auto& [bit, value] : pattern.bits) {
    const Expr is_set = bit_is_set(pool, v, bit);
    parts.push_back(value ? is_set : pool.not_(is_set));
  }
  return pool.all(parts);
}

// Cubes that cover `lower` and nothing outside `upper`; nothing when they are more than `most`.
std::optional<std::vector<Expr>> cubes_between(BddBits& bits, const encode::Bdd& lower, const encode::Bdd& upper,
                                               std::size_t most) {
  ExprPool& pool = *bits.system().system().pool;
  std::vector<Expr> cubes;
  const bool all = lower.for_each_prime_cube(upper, [&](const solve::BddCube& cube) {
    std::map<std::size_t, Pattern> patterns;
    for (const solve::BddLiteral& l : cube) {
      const encode::BitPlace place = bits.place_of(l.variable);
      patterns[place.variable].bits[place.bit] = l.positive;
    }
    std::vector<Expr> parts;
    for (const auto& [variable, pattern] : patterns)
      parts.push_back(condition_of(pool, bits.system().variables()[variable], pattern));
    cubes.push_back(pool.all(parts));
    return cubes.size() <= most;
  });
  if (!all || cubes.size() > most) return std::nullopt;
  return cubes;
}

// Some codes of a variable stand for no value; no state has them.
encode::Bdd codes_of_values(BddBits& bits) {
  std::vector<encode::Lit> valid;
  for (std::size_t v = 0; v < bits.system().variables().size(); ++v)
    if (bits.cone()[v]) valid.push_back(bits.system().variables()[v].valid);
  encode::Bdd all = bits.manager().constant(true);
  for (const encode::Bdd& one : bits.functions(valid)) all &= one;
  return all;
}

}  // namespace

Expr expression(BddBits& bits, const encode::Bdd& set) {
  if (!set.valid()) return {};
  const encode::BitSystem& system = bits.system();
  ExprPool& pool = *system.system().pool;
  std::unordered_map<std::uint32_t, Expr> made;
  std::map<solve::BddVariable, Expr> conditions;
  const auto of = [&](const solve::BddNode& n) {
    if (n.is_constant()) return pool.boolean(n.is_true());
    const Expr e = made.at(n.key() & ~1u);
    return n.key() & 1 ? pool.not_(e) : e;
  };
  set.for_each_node([&](const solve::BddNode& n) {
    Expr& bit = conditions[n.variable()];
    if (!bit) {
      const encode::BitPlace place = bits.place_of(n.variable());
      const VariableBits& v = system.variables()[place.variable];
      const bool is_wide = v.type().is(TypeKind::Range) && v.current.size() > few_bits;
      bit = is_wide ? bit_is_set(pool, v, place.bit) : condition_of(pool, v, Pattern{{{place.bit, true}}});
    }
    made.emplace(n.key(), pool.ite(bit, of(n.high()), of(n.low())));
  });
  return of(set.node());
}

Expr describe(BddBits& bits, const encode::Bdd& set, const encode::Bdd& among) {
  if (!set.valid() || !among.valid()) return {};
  ExprPool& pool = *bits.system().system().pool;
  const encode::Bdd inside = set & among;
  if (const auto exact = cubes_between(bits, inside, inside | !codes_of_values(bits), few_cubes))
    return pool.any(*exact);
  if (const auto cubes = cubes_between(bits, inside, inside | !among, most_cubes)) return pool.any(*cubes);
  return bits.manager().failed() ? Expr() : expression(bits, inside.restrict(among));
}

}  // namespace whynot::engine::symbolic
