// Codes are distances from the least value, or places in the list of values; short lists are converted value by
// value.
#include "encode/code.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "base/check.h"

namespace whynot::encode {
namespace {

// Types whose few values are listed: what symbols are compared and converted by.
std::span<const Value> listed_values(Type type) {
  static const std::array<Value, 2> booleans{Value::boolean(false), Value::boolean(true)};
  if (type.is_boolean()) return booleans;
  if (type.is(TypeKind::Enum)) return type.values();
  return {};
}

// The code of an enumeration, from a form of another type: value by value.
Coded code_by_values(Aig& g, const Bits& form, Type from, Type to) {
  Coded result{Bits(code_width(to), Aig::constant(false)), Aig::constant(false)};
  for (const Value& v : listed_values(to)) {
    if (!from.contains(v)) continue;
    const Lit here = is_value(g, form, from, v);
    const Bits code = constant_bits(code_of(to, v), result.code.size());
    for (std::size_t i = 0; i < code.size(); ++i)
      if (code[i] == Aig::constant(true)) result.code[i] = g.or_(result.code[i], here);
    result.fits = g.or_(result.fits, here);
  }
  return result;
}

// A number, from an enumeration that mixes integers with symbols; symbols become 0 and do not fit.
Coded number_by_values(Aig& g, const Bits& form, Type from) {
  Coded result{{Aig::constant(false)}, Aig::constant(false)};
  for (const Value& v : listed_values(from)) {
    if (!v.is_integer()) continue;
    const Lit here = is_value(g, form, from, v);
    const Integer n = v.as_integer();
    const std::size_t width = std::max(result.code.size(), signed_width(n, n));
    result.code = select(g, here, constant_bits(n, width), fit_signed(result.code, width));
    result.fits = g.or_(result.fits, here);
  }
  return result;
}

// The distance of a number from the least value of an integer type.
Coded code_of_number(Aig& g, const Bits& form, Type to) {
  const std::size_t width = code_width(to), wide = std::max(form.size(), signed_width(to.lo(), to.hi())) + 1;
  const Bits number = fit_signed(form, wide);
  const Bits offset = to.lo() == 0 ? number : subtract(g, number, constant_bits(to.lo(), wide));
  const Bits code = fit_signed(offset, width);
  const Bits beyond(offset.begin() + static_cast<std::ptrdiff_t>(width), offset.end());
  return {code, g.and_(!g.any(beyond), valid_code(g, to, code))};
}

bool is_within(Type inner, Type outer) {
  return inner.is(TypeKind::Range) && outer.is(TypeKind::Range) && outer.lo() <= inner.lo() && inner.hi() <= outer.hi();
}

}  // namespace

bool has_code(Type type) {
  return type.is_boolean() || type.is_word() || type.is(TypeKind::Range) || type.is(TypeKind::Enum);
}

std::size_t code_width(Type type) {
  WHYNOT_CHECK(has_code(type), "only finite scalar types should be encoded in bits");
  if (type.is_boolean()) return 1;
  if (type.is_word()) return type.width();
  if (type.is_integer_like()) return bit_width(type.hi() - type.lo());
  return static_cast<std::size_t>(std::bit_width(type.values().size() - 1));
}

Lit valid_code(Aig& g, Type type, const Bits& code) {
  if (type.is_boolean() || type.is_word()) return Aig::constant(true);
  if (type.is(TypeKind::Enum) && type.is_integer_like()) {
    Bits members;
    for (const Value& v : type.values()) members.push_back(equal_constant(g, code, code_of(type, v)));
    return g.any(members);
  }
  const Integer last = type.is(TypeKind::Range) ? Integer(type.hi() - type.lo()) : Integer(type.values().size() - 1);
  return less_equal_unsigned(g, code, constant_bits(last, code.size()));
}

Integer code_of(Type type, const Value& value) {
  return type.is_integer_like() ? Integer(value.as_integer() - type.lo()) : type.index_of(value);
}

Value value_of_code(Type type, const Integer& code) {
  return type.is_integer_like() ? Value::integer(Integer(type.lo() + code)) : type.value(code);
}

Bits form_of_code(Aig& g, Type type, const Bits& code) {
  if (!type.is_integer_like()) return code;
  const std::size_t width = signed_width(type.lo(), type.hi());
  const Bits offset = fit_unsigned(code, std::max(width, code.size() + 1));
  if (type.lo() == 0) return fit_signed(offset, width);
  return fit_signed(add(g, offset, constant_bits(type.lo(), offset.size())), width);
}

Bits form_of_value(Type type, const Value& value) {
  if (type.is_integer_like()) {
    const Integer n = value.defined() ? value.as_integer() : Integer(0);
    return constant_bits(n, signed_width(n, n));
  }
  return constant_bits(value.defined() ? code_of(type, value) : Integer(0), code_width(type));
}

Coded code_of_form(Aig& g, const Bits& form, Type from, Type to) {
  const Lit yes = Aig::constant(true);
  if (to.is_word() || (from == to && !to.is_integer_like())) return {form, yes};
  if (!to.is_integer_like()) return code_by_values(g, form, from, to);
  if (!from.is_integer_like()) {
    const auto [number, is_number] = number_by_values(g, form, from);
    const auto [code, fits] = code_of_number(g, number, to);
    return {code, g.and_(fits, is_number)};
  }
  Coded coded = code_of_number(g, form, to);
  if (from == to || is_within(from, to)) coded.fits = yes;
  return coded;
}

Bits convert_form(Aig& g, const Bits& form, Type from, Type to) {
  if (from == to || to.is_word() || (from.is_integer_like() && to.is_integer_like())) return form;
  if (to.is_integer_like()) return number_by_values(g, form, from).code;
  return code_by_values(g, form, from, to).code;
}

Lit is_value(Aig& g, const Bits& form, Type type, const Value& value) {
  if (!type.is_integer_like()) return equal_constant(g, form, code_of(type, value));
  const Integer n = value.as_integer();
  const std::size_t width = std::max(form.size(), signed_width(n, n));
  return equal(g, fit_signed(form, width), constant_bits(n, width));
}

Lit same_value(Aig& g, const Bits& a, Type a_type, const Bits& b, Type b_type) {
  if (a_type.is_integer_like() && b_type.is_integer_like()) {
    const std::size_t width = std::max(a.size(), b.size());
    return equal(g, fit_signed(a, width), fit_signed(b, width));
  }
  if (a_type == b_type || (a_type.is_word() && b_type.is_word())) return equal(g, a, b);
  // One side at least lists its values; of two, the shorter list will do.
  const std::span<const Value> a_values = listed_values(a_type), b_values = listed_values(b_type);
  const bool by_a = b_values.empty() || (!a_values.empty() && a_values.size() < b_values.size());
  Bits cases;
  for (const Value& v : by_a ? a_values : b_values)
    if (a_type.contains(v) && b_type.contains(v))
      cases.push_back(g.and_(is_value(g, a, a_type, v), is_value(g, b, b_type, v)));
  return g.any(cases);
}

}  // namespace whynot::encode
