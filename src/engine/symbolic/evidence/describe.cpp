// Groups the literals of a cube by variable and words each group as a condition.
#include "engine/symbolic/evidence/describe.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "encode/code.h"
#include "engine/symbolic/evidence/cover.h"

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
constexpr std::size_t few_barred = 3;    // values
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

// `a & b & c`, which needs no parentheses.
Expr all_in_turn(ExprPool& pool, std::span<const Expr> parts) {
  if (parts.empty()) return pool.boolean(true);
  return std::accumulate(parts.begin() + 1, parts.end(), parts.front(),
                         [&](Expr all, Expr part) { return pool.and_(all, part); });
}
Expr any_in_turn(ExprPool& pool, std::span<const Expr> parts) {
  if (parts.empty()) return pool.boolean(false);
  return std::accumulate(parts.begin() + 1, parts.end(), parts.front(),
                         [&](Expr any, Expr part) { return pool.or_(any, part); });
}

// lo..hi of an integer variable, as short as can be.
Expr between(ExprPool& pool, const VariableBits& v, const Integer& lo, const Integer& hi) {
  if (lo == hi) return pool.eq(v.variable, pool.constant(Value::integer(lo), v.type()));
  const Expr least = pool.le(pool.integer(lo), v.variable), most = pool.le(v.variable, pool.integer(hi));
  if (lo == v.type().lo()) return most;
  return hi == v.type().hi() ? least : pool.and_(least, most);
}

// The values that are allowed: neighbours of a range together, almost all by those that are not.
Expr one_of(ExprPool& pool, const VariableBits& v, const std::vector<bool>& allowed) {
  const auto is = [&](std::size_t i) {
    return pool.eq(v.variable, pool.constant(v.type().value(Integer(i)), v.type()));
  };
  if (v.type().is_boolean()) return allowed[1] ? v.variable : pool.not_(v.variable);
  if (!v.type().is(TypeKind::Range)) {
    const auto barred = static_cast<std::size_t>(std::count(allowed.begin(), allowed.end(), false));
    const bool says_not = barred <= few_barred && barred < (allowed.size() + 1) / 2;
    std::vector<Expr> parts;
    for (std::size_t i = 0; i < allowed.size(); ++i)
      if (allowed[i] != says_not) parts.push_back(says_not ? pool.not_(is(i)) : is(i));
    return says_not ? all_in_turn(pool, parts) : any_in_turn(pool, parts);
  }
  std::vector<Expr> parts;
  for (std::size_t first = 0; first < allowed.size(); ++first) {
    if (!allowed[first]) continue;
    std::size_t last = first;
    while (last + 1 < allowed.size() && allowed[last + 1]) ++last;
    parts.push_back(between(pool, v, v.type().lo() + first, v.type().lo() + last));
    first = last;
  }
  return any_in_turn(pool, parts);
}

std::vector<bool> allowed_by(const VariableBits& v, const Pattern& pattern) {
  std::vector<bool> allowed;
  for (Integer i = 0; i < *v.type().size(); ++i)
    allowed.push_back(matches(pattern, encode::code_of(v.type(), v.type().value(i))));
  return allowed;
}

// Of a larger type: all its bits as a value, single ones as they are.
Expr condition_of(ExprPool& pool, const VariableBits& v, const Pattern& pattern) {
  const bool is_word = v.type().is(TypeKind::Word);
  if (!is_word && v.current.size() <= listed_bits) return one_of(pool, v, allowed_by(v, pattern));
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
  return all_in_turn(pool, parts);
}

ValueCube read(BddBits& bits, const solve::BddCube& cube) {
  ExprPool& pool = *bits.system().system().pool;
  std::map<std::size_t, Pattern> patterns;
  for (const solve::BddLiteral& l : cube) {
    const encode::BitPlace place = bits.place_of(l.variable);
    patterns[place.variable].bits[place.bit] = l.positive;
  }
  ValueCube made{{}, bits.manager().constant(true), {}};
  std::vector<Expr> rest;
  for (const auto& [variable, pattern] : patterns) {
    const VariableBits& v = bits.system().variables()[variable];
    if (is_small(v.type()))
      made.literals.push_back({variable, allowed_by(v, pattern)});
    else
      rest.push_back(condition_of(pool, v, pattern));
  }
  if (rest.empty()) return made;
  made.rest_condition = all_in_turn(pool, rest);
  made.rest = bits.condition(made.rest_condition);
  return made;
}

Expr words_of(BddBits& bits, const std::vector<ValueCube>& cubes) {
  ExprPool& pool = *bits.system().system().pool;
  std::vector<Expr> conditions;
  for (const ValueCube& cube : cubes) {
    std::vector<Expr> parts;
    for (const ValueLiteral& l : cube.literals)
      parts.push_back(one_of(pool, bits.system().variables()[l.variable], l.allowed));
    if (cube.rest_condition) parts.push_back(cube.rest_condition);
    conditions.push_back(all_in_turn(pool, parts));
  }
  return any_in_turn(pool, conditions);
}

// Cubes that cover `lower` and nothing outside `upper`; nothing when they are more than `most`.
std::optional<std::vector<ValueCube>> cubes_between(BddBits& bits, const encode::Bdd& lower, const encode::Bdd& upper,
                                                    std::size_t most) {
  std::vector<ValueCube> cubes;
  const bool all = lower.for_each_prime_cube(upper, [&](const solve::BddCube& cube) {
    cubes.push_back(read(bits, cube));
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

// Along the diagram: a condition on a bit, and what follows from it.
Expr along(BddBits& bits, const encode::Bdd& set) {
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

}  // namespace

Expr expression(BddBits& bits, const encode::Bdd& set) {
  if (!set.valid()) return {};
  const encode::Bdd valid = codes_of_values(bits), inside = set & valid;
  if (inside.valid())
    if (const auto cubes = cubes_between(bits, inside, inside | !valid, few_cubes))
      return words_of(bits, shortened(bits, *cubes, inside, valid));
  return along(bits, set);
}

Expr describe(BddBits& bits, const encode::Bdd& set, const encode::Bdd& among) {
  if (!set.valid() || !among.valid()) return {};
  const encode::Bdd inside = set & among;
  const encode::Bdd valid = codes_of_values(bits);
  if (const auto exact = cubes_between(bits, inside, inside | !valid, few_cubes))
    return words_of(bits, shortened(bits, *exact, inside, valid));
  if (const auto cubes = cubes_between(bits, inside, inside | !among, most_cubes))
    return words_of(bits, shortened(bits, *cubes, inside, among));
  return bits.manager().failed() ? Expr() : along(bits, inside.restrict(among));
}

}  // namespace whynot::engine::symbolic
