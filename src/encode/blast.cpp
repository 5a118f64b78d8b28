// A post-order walk with a table of circuits: each operator is built from the bits of its operands.
#include "encode/blast.h"

#include <algorithm>
#include <unordered_map>

#include "base/check.h"

namespace whynot::encode {

Bits Blaster::form(Expr e) {
  if (!known(e)) blast(e);
  return get(e);
}

Coded Blaster::code(Expr value, Type to) { return code_of_form(g_, form(value), value.type(), to); }

void Blaster::blast(Expr root) {
  for_each_postorder(std::span<const Expr>(&root, 1), seen_, [&](Expr e) {
    if (e.type().is(TypeKind::Set)) return;  // its elements are there; membership is built where it is asked
    put(e, apply(e));
  });
}

Bits Blaster::get(Expr e) const {
  const auto [begin, size] = place_[e.id()];
  const auto first = store_.begin() + (static_cast<std::ptrdiff_t>(begin) - 1);
  return {first, first + static_cast<std::ptrdiff_t>(size)};
}

void Blaster::put(Expr e, const Bits& bits) {
  if (place_.size() <= e.id()) place_.resize(std::max<std::size_t>(pool_.size(), e.id() + 1));
  WHYNOT_CHECK(store_.size() < 0xfffffff0u, "blasted bits should be counted by 32 bits");
  place_[e.id()] = {static_cast<std::uint32_t>(store_.size() + 1), static_cast<std::uint32_t>(bits.size())};
  store_.insert(store_.end(), bits.begin(), bits.end());
}

Bits Blaster::apply(Expr e) {
  switch (e.op()) {
    case Op::Constant: return form_of_value(e.type(), pool_.value_of(e));
    case Op::Variable:
    case Op::Next:
    case Op::At: return form_of_code(g_, e.type(), leaf_(e));
    case Op::Not: return bitwise_not(get(e.arg(0)));
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Iff:
    case Op::Implies: return logic(e);
    case Op::Ite: return branch(e);
    case Op::Eq:
    case Op::Lt:
    case Op::Le: return {compare(e)};
    case Op::Neg:
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::Div:
    case Op::Mod: return arithmetic(e);
    case Op::Shl:
    case Op::Shr: return shift(e);
    case Op::Concat:
    case Op::Extract:
    case Op::Extend:
    case Op::Resize:
    case Op::ToSigned:
    case Op::ToUnsigned:
    case Op::WordOfBool:
    case Op::BoolOfWord:
    case Op::ToInt: return reshape(e);
    case Op::In: return {is_one_of(get(e.arg(0)), e.arg(0).type(), e.arg(1))};
    default: break;
  }
  WHYNOT_CHECK(false, "temporal operators and sets should not be blasted");
  return {};
}

Bits Blaster::logic(Expr e) {
  const Bits a = get(e.arg(0)), b = get(e.arg(1));
  Bits result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) switch (e.op()) {
      case Op::And: result[i] = g_.and_(a[i], b[i]); break;
      case Op::Or: result[i] = g_.or_(a[i], b[i]); break;
      case Op::Xor: result[i] = g_.xor_(a[i], b[i]); break;
      case Op::Iff: result[i] = g_.iff(a[i], b[i]); break;
      default: result[i] = g_.implies(a[i], b[i]); break;
    }
  return result;
}

Bits Blaster::branch(Expr e) {
  const Lit condition = get(e.arg(0))[0];
  const Type type = e.type();
  // An undefined branch may be anything: the other one makes the smallest circuit.
  const auto is_undefined = [&](Expr b) { return b.is(Op::Constant) && !pool_.value_of(b).defined(); };
  const auto converted = [&](Expr b) { return convert_form(g_, get(b), b.type(), type); };
  if (is_undefined(e.arg(2))) return converted(e.arg(1));
  if (is_undefined(e.arg(1))) return converted(e.arg(2));
  Bits a = converted(e.arg(1)), b = converted(e.arg(2));
  if (!type.is_integer_like()) return select(g_, condition, a, b);
  const std::size_t width = std::max(a.size(), b.size());
  return shortest_signed(select(g_, condition, fit_signed(std::move(a), width), fit_signed(std::move(b), width)));
}

Lit Blaster::compare(Expr e) {
  Bits a = get(e.arg(0)), b = get(e.arg(1));
  const Type type = e.arg(0).type();
  if (e.is(Op::Eq)) return same_value(g_, a, type, b, e.arg(1).type());
  if (type.is_word() && !type.is_signed())
    return e.is(Op::Lt) ? less_unsigned(g_, a, b) : less_equal_unsigned(g_, a, b);
  const std::size_t width = std::max(a.size(), b.size());
  a = fit_signed(std::move(a), width);
  b = fit_signed(std::move(b), width);
  return e.is(Op::Lt) ? less_signed(g_, std::move(a), std::move(b)) : less_equal_signed(g_, std::move(a), std::move(b));
}

Bits Blaster::arithmetic(Expr e) {
  const Bits a = get(e.arg(0)), b = e.arity() > 1 ? get(e.arg(1)) : Bits();
  return e.type().is_word() ? word_arithmetic(e, a, b) : shortest_signed(number_arithmetic(e, a, b));
}

Bits Blaster::word_arithmetic(Expr e, const Bits& a, const Bits& b) {
  switch (e.op()) {
    case Op::Neg: return negate(g_, a);
    case Op::Add: return add(g_, a, b);
    case Op::Sub: return subtract(g_, a, b);
    case Op::Mul: return multiply(g_, a, b);
    default: break;
  }
  auto [quotient, remainder] = e.type().is_signed() ? divide_signed(g_, a, b) : divide_unsigned(g_, a, b);
  return e.is(Op::Div) ? quotient : remainder;
}

// Exact: wide enough for the result, which the interval of the type tells if it has one.
Bits Blaster::number_arithmetic(Expr e, const Bits& a, const Bits& b) {
  const std::size_t wider = std::max(a.size(), b.size());
  std::size_t width = e.is(Op::Mul) ? a.size() + b.size() : wider + 1;
  if (e.type().is(TypeKind::Range)) width = std::min(width, signed_width(e.type().lo(), e.type().hi()));
  switch (e.op()) {
    case Op::Neg: return negate(g_, fit_signed(a, width));
    case Op::Add: return add(g_, fit_signed(a, width), fit_signed(b, width));
    case Op::Sub: return subtract(g_, fit_signed(a, width), fit_signed(b, width));
    case Op::Mul: return multiply(g_, fit_signed(a, width), fit_signed(b, width));
    default: break;
  }
  auto [quotient, remainder] = divide_signed(g_, fit_signed(a, wider + 1), fit_signed(b, wider + 1));
  return fit_signed(e.is(Op::Div) ? std::move(quotient) : std::move(remainder), width);
}

Bits Blaster::shift(Expr e) {
  const Bits a = get(e.arg(0));
  Bits amount = get(e.arg(1));
  if (!e.arg(1).type().is_word() && amount.size() > 1) amount.pop_back();  // the sign, which obligations keep 0
  if (e.is(Op::Shl)) return shift_left(g_, a, amount);
  return shift_right(g_, a, amount, e.arg(0).type().is_signed() ? a.back() : Aig::constant(false));
}

Bits Blaster::reshape(Expr e) {
  Bits a = get(e.arg(0));
  const Type from = e.arg(0).type();
  const auto fit = [&](std::size_t width) { return from.is_signed() ? fit_signed(a, width) : fit_unsigned(a, width); };
  switch (e.op()) {
    case Op::Concat: {
      Bits low = get(e.arg(1));
      low.insert(low.end(), a.begin(), a.end());
      return low;
    }
    case Op::Extract:
      return {a.begin() + static_cast<std::ptrdiff_t>(e.b()), a.begin() + static_cast<std::ptrdiff_t>(e.a()) + 1};
    case Op::Extend: return fit(a.size() + e.a());
    case Op::Resize: {
      Bits resized = fit(e.a());
      if (from.is_signed() && e.a() < a.size()) resized.back() = a.back();  // shrinking keeps the sign
      return resized;
    }
    case Op::ToInt: return from.is_word() && from.is_signed() ? a : fit_unsigned(a, a.size() + 1);
    default: return a;  // between signed, unsigned, boolean and one-bit word the bits stay
  }
}

Lit Blaster::some_member(Expr root, const std::function<Lit(Expr)>& wanted) {
  std::unordered_map<Expr, Lit, ExprHash> done;
  std::vector<Expr> open = {root};
  while (!open.empty()) {
    const Expr s = open.back();
    const std::size_t before = open.size();
    const bool is_made_of_sets = s.type().is(TypeKind::Set) && !s.is(Op::Interval);
    for (std::size_t i = s.is(Op::Ite) ? 1 : 0; is_made_of_sets && i < s.arity(); ++i)
      if (!done.count(s.arg(i))) open.push_back(s.arg(i));
    if (open.size() != before) continue;
    open.pop_back();
    if (done.count(s)) continue;
    Bits parts;
    if (!is_made_of_sets) {
      parts = {wanted(s)};
    } else if (s.is(Op::Ite)) {
      parts = {g_.ite(condition(s.arg(0)), done.at(s.arg(1)), done.at(s.arg(2)))};
    } else {
      for (std::size_t i = 0; i < s.arity(); ++i) parts.push_back(done.at(s.arg(i)));
    }
    done.emplace(s, g_.any(parts));
  }
  return done.at(root);
}

Lit Blaster::is_one_of(const Bits& value, Type type, Expr set) {
  return some_member(set, [&](Expr member) {
    return member.is(Op::Interval) ? is_within(value, type, member)
                                   : same_value(g_, value, type, form(member), member.type());
  });
}

Lit Blaster::can_be(Type type, Expr set) {
  return some_member(set, [&](Expr member) {
    if (!member.is(Op::Interval)) return code(member, type).fits;
    if (!type.is_integer_like()) return Aig::constant(false);
    const Integer lo = pool_.value_of(member.arg(0)).as_integer(), hi = pool_.value_of(member.arg(1)).as_integer();
    if (type.is(TypeKind::Range)) return Aig::constant(lo <= type.hi() && type.lo() <= hi);
    return Aig::constant(std::any_of(type.values().begin(), type.values().end(),
                                     [&](const Value& v) { return lo <= v.as_integer() && v.as_integer() <= hi; }));
  });
}

Lit Blaster::is_within(const Bits& value, Type type, Expr interval) {
  const Type element = interval.type().element();
  const Lit is_number = type.is_integer_like() ? Aig::constant(true) : code_of_form(g_, value, type, element).fits;
  const Bits number = type.is_integer_like() ? value : convert_form(g_, value, type, element);
  const Bits lo = form(interval.arg(0)), hi = form(interval.arg(1));
  const std::size_t width = std::max({number.size(), lo.size(), hi.size()});
  const auto at_most = [&](const Bits& a, const Bits& b) {
    return less_equal_signed(g_, fit_signed(a, width), fit_signed(b, width));
  };
  return g_.and_(is_number, g_.and_(at_most(lo, number), at_most(number, hi)));
}

}  // namespace whynot::encode
