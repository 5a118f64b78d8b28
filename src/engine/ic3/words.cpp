// Clauses over bits as clauses over variables: the bits of one variable are a set of its values, said as an equality, a
// range or a list where one of these says it exactly, and bit by bit where none does.
#include "engine/ic3/words.h"

#include <algorithm>
#include <map>

namespace whynot::engine::ic3 {
namespace {

constexpr unsigned most_listed = 256;  // values of a type that are looked at one by one
constexpr std::size_t most_named = 8;  // values that a set lists

// The codes of a variable whose bits have given values where they are given.
struct Pattern {
  std::map<std::size_t, bool> bits;

  bool matches(const Integer& code) const {
    return std::all_of(bits.begin(), bits.end(),
                       [&](const auto& b) { return bit_test(code, static_cast<unsigned>(b.first)) == b.second; });
  }
  // The bits from one up are given, those below it are not.
  bool is_prefix(std::size_t width) const {
    return !bits.empty() && bits.rbegin()->first + 1 == width &&
           bits.rbegin()->first - bits.begin()->first + 1 == bits.size();
  }
  Integer least() const {
    Integer code = 0;
    for (const auto& [bit, value] : bits)
      if (value) bit_set(code, static_cast<unsigned>(bit));
    return code;
  }
  Integer greatest_of_prefix() const {
    return least() + (Integer(1) << static_cast<unsigned>(bits.begin()->first)) - 1;
  }
};

// Says that a variable does not match a pattern.
class Outside {
 public:
  Outside(ExprPool& pool, Expr variable, Pattern pattern) : pool_(pool), x_(variable), pattern_(std::move(pattern)) {}

  Expr expression() {
    const Type type = x_.type();
    if (type.is_boolean()) return pattern_.bits.begin()->second ? pool_.not_(x_) : x_;
    if (type.is_word()) return of_word();
    if (type.is(TypeKind::Enum)) return by_values(type.values());
    const Integer count = type.hi() - type.lo() + 1;
    if (pattern_.is_prefix(encode::code_width(type)))
      return outside_interval(type.lo() + pattern_.least(),
                              std::min(Integer(type.lo() + pattern_.greatest_of_prefix()), type.hi()), type.lo(),
                              type.hi());
    return count <= most_listed ? of_short_range() : of_long_range();
  }

 private:
  Expr value(const Value& v) { return pool_.constant(v, x_.type()); }
  Expr is(const Value& v) { return pool_.eq(x_, value(v)); }
  Expr is_not(Expr a, Expr b) { return pool_.not_(pool_.eq(a, b)); }

  Expr one_of(const std::vector<Value>& values) {
    if (values.size() == 1) return is(values[0]);
    std::vector<Expr> members;
    members.reserve(values.size());
    for (const Value& v : values) members.push_back(value(v));
    return pool_.in(x_, pool_.make(Op::SetOf, pool_.set_type(x_.type()), members));
  }

  Expr by_values(const std::vector<Value>& all) {
    std::vector<Value> inside, outside;
    for (const Value& v : all) (pattern_.matches(encode::code_of(x_.type(), v)) ? inside : outside).push_back(v);
    if (inside.empty()) return pool_.boolean(true);
    if (outside.empty()) return pool_.boolean(false);
    return inside.size() < outside.size() ? pool_.not_(one_of(inside)) : one_of(outside);
  }

  // x < from | x > to, as short as lo and hi, the ends of its type, allow.
  Expr outside_interval(const Integer& from, const Integer& to, const Integer& lo, const Integer& hi) {
    const auto number = [&](const Integer& n) {
      return x_.type().is_word() ? value(Value::word(x_.type().width(), false, n)) : pool_.integer(n);
    };
    if (from > to) return pool_.boolean(true);
    if (from == lo && to == hi) return pool_.boolean(false);
    if (from == lo) return to + 1 == hi ? pool_.eq(x_, number(hi)) : pool_.lt(number(to), x_);
    if (to == hi) return from - 1 == lo ? pool_.eq(x_, number(lo)) : pool_.lt(x_, number(from));
    if (from == to) return is_not(x_, number(from));
    return pool_.or_(pool_.lt(x_, number(from)), pool_.lt(number(to), x_));
  }

  Expr of_short_range() {
    std::vector<Value> all;
    for (Integer n = x_.type().lo(); n <= x_.type().hi(); ++n) all.push_back(Value::integer(n));
    const auto in = [&](const Value& v) { return pattern_.matches(encode::code_of(x_.type(), v)); };
    const auto first = std::find_if(all.begin(), all.end(), in);
    const auto end = std::find_if_not(first, all.end(), in);
    if (first == all.end()) return pool_.boolean(true);
    if (std::none_of(end, all.end(), in))
      return outside_interval(first->as_integer(), (end - 1)->as_integer(), x_.type().lo(), x_.type().hi());
    const auto inside = static_cast<std::size_t>(std::count_if(all.begin(), all.end(), in));
    return std::min(inside, all.size() - inside) <= most_named ? by_values(all) : of_long_range();
  }

  // Bit by bit: a number has no bits to name.
  Expr of_long_range() {
    std::vector<Expr> any;
    const Expr distance = x_.type().lo() == 0 ? x_ : pool_.arithmetic(Op::Sub, x_, pool_.integer(x_.type().lo()));
    for (const auto& [bit, inside] : pattern_.bits) {
      const Expr power = pool_.integer(Integer(1) << static_cast<unsigned>(bit));
      const Expr shifted = bit == 0 ? distance : pool_.arithmetic(Op::Div, distance, power);
      any.push_back(pool_.eq(pool_.arithmetic(Op::Mod, shifted, pool_.integer(2)), pool_.integer(inside ? 0 : 1)));
    }
    return pool_.any(any);
  }

  Expr of_word() {
    const std::size_t width = x_.type().width();
    const bool is_whole = pattern_.bits.size() == width;
    if (is_whole && (width > 1 || x_.type().is_signed()))
      return is_not(x_, value(Value::word(x_.type().width(), x_.type().is_signed(), pattern_.least())));
    if (pattern_.is_prefix(width) && !x_.type().is_signed() && width > 1) {
      const Integer last = (Integer(1) << static_cast<unsigned>(width)) - 1;
      const Integer from = pattern_.least(), to = pattern_.greatest_of_prefix();
      if (from == 0 || to == last) return outside_interval(from, to, 0, last);
    }
    return of_slices();
  }

  // x[7:4] != 0ud4_9 | x[1:1] = 0ud1_0: neighbouring bits together.
  Expr of_slices() {
    std::vector<Expr> any;
    for (auto it = pattern_.bits.rbegin(); it != pattern_.bits.rend();) {
      const std::size_t high = it->first;
      std::size_t low = high + 1;
      Integer inside = 0;
      for (; it != pattern_.bits.rend() && it->first + 1 == low; ++it) {
        low = it->first;
        inside = 2 * inside + (it->second ? 1 : 0);
      }
      any.push_back(outside_slice(high, low, inside));
    }
    return pool_.any(any);
  }

  Expr outside_slice(std::size_t high, std::size_t low, const Integer& inside) {
    const auto width = static_cast<std::uint32_t>(high - low + 1);
    const Type type = pool_.word_type(width, false);
    const Expr slice =
        width == x_.type().width() && !x_.type().is_signed() ? x_ : pool_.make(Op::Extract, type, {x_}, high, low);
    if (width > 1) return is_not(slice, pool_.constant(Value::word(width, false, inside), type));
    return pool_.eq(slice, pool_.constant(Value::word(1, false, inside == 0 ? 1 : 0), type));
  }

  ExprPool& pool_;
  Expr x_;
  Pattern pattern_;
};

}  // namespace

Expr clause_of(Circuit& circuit, const Cube& cube) {
  ExprPool& pool = *circuit.system().system().pool;
  std::map<std::size_t, Pattern> patterns;
  for (Bit bit : cube.bits()) {
    const Circuit::Latch& latch = circuit.latches()[latch_of(bit)];
    patterns[latch.variable].bits[latch.bit] = value_of(bit);
  }
  std::vector<Expr> any;
  any.reserve(patterns.size());
  for (auto& [variable, pattern] : patterns)
    any.push_back(Outside(pool, circuit.system().variables()[variable].variable, std::move(pattern)).expression());
  return pool.any(any);
}

}  // namespace whynot::engine::ic3
