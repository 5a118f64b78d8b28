// Operators on booleans, integers and words alike: logic, comparison, arithmetic, and temporal operators.
#include <fmt/format.h>

#include <algorithm>

#include "front/common/elaborate.h"
#include "front/common/typing.h"

namespace whynot::front {

// Logic -------------------------------------------------------------------------------------------------

Term Elaborator::logical(NodeId id, Op op) {
  std::vector<Expr> parts;
  if (!all_operands(id, parts)) return {};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Type type = parts[i].type();
    if ((type.is_boolean() || type.is_word()) && type == parts[0].type()) continue;
    return mismatch(id, "logical operators take booleans, or words of one width and sign", parts, i);
  }
  if (op == Op::And) return Term::of(pool_.all(parts));
  if (op == Op::Or) return Term::of(pool_.any(parts));
  return Term::of(pool_.make(op, parts[0].type(), {parts[0], parts[1]}));
}

Term Elaborator::negation(NodeId id) {
  const Expr e = operand(id, 0);
  if (!e) return {};
  if (e.type().is_boolean() || e.type().is_word()) return Term::of(pool_.not_(e));
  return mismatch(id, "`!` takes a boolean or a word", std::span(&e, 1));
}

// Comparison --------------------------------------------------------------------------------------------

// Equality of booleans that are temporal formulas is equivalence of formulas.
Expr Elaborator::equal(Expr a, Expr b) {
  if (facts_.is_temporal(a) || facts_.is_temporal(b)) return pool_.iff(a, b);
  return pool_.eq(a, b);
}

Term Elaborator::equality(NodeId id, bool negated) {
  const Expr a = operand(id, 0), b = operand(id, 1);
  if (!a || !b) return {};
  const Expr both[] = {a, b};
  if (is_set(a.type()) || is_set(b.type())) {
    mismatch(id, "`=` compares single values; for membership write `in`", both);
    return {};
  }
  if (!comparable(a.type(), b.type())) return mismatch(id, "only values of one kind can be compared", both);
  const Expr same = equal(a, b);
  return Term::of(negated ? pool_.not_(same) : same);
}

Term Elaborator::relation(NodeId id, Op op, bool swapped) {
  const Expr a = operand(id, 0), b = operand(id, 1);
  if (!a || !b) return {};
  const Expr both[] = {a, b};
  const bool numbers =
      !is_set(a.type()) && !is_set(b.type()) && a.type().is_integer_like() && b.type().is_integer_like();
  const bool words = a.type().is_word() && a.type() == b.type();
  if (!numbers && !words) return mismatch(id, "order is for two integers, or two words of one width and sign", both);
  if (!swapped) return Term::of(pool_.make(op, pool_.boolean_type(), {a, b}));
  const Expr turned = pool_.make(op, pool_.boolean_type(), {b, a});
  pool_.mark_turned(turned);
  return Term::of(turned);
}

// Arithmetic --------------------------------------------------------------------------------------------

namespace {

bool may_be_zero(const ExprPool& pool, Expr divisor) {
  if (divisor.type().is_word()) return !divisor.is(Op::Constant) || pool.value_of(divisor).bits() == 0;
  if (divisor.type().is(TypeKind::Enum)) return divisor.type().contains(Value::integer(0));
  return divisor.type().lo() <= 0 && divisor.type().hi() >= 0;
}

// Sums and products as balanced trees: their depth is logarithmic.
Expr balanced(ExprPool& pool, Op op, std::span<const Expr> parts) {
  if (parts.size() == 1) return parts[0];
  const std::size_t half = parts.size() / 2;
  return pool.arithmetic(op, balanced(pool, op, parts.first(half)), balanced(pool, op, parts.subspan(half)));
}

bool too_large(Type type) {
  return type.is_integer_like() && std::max(bit_width(abs(type.lo())), bit_width(abs(type.hi()))) > max_integer_bits;
}

}  // namespace

Term Elaborator::arithmetic(NodeId id, Op op) {
  std::vector<Expr> parts;
  if (!all_operands(id, parts)) return {};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Type type = parts[i].type();
    const bool numbers = type.is_integer_like() && parts[0].type().is_integer_like();
    const bool words = type.is_word() && type == parts[0].type();
    if (!numbers && !words) return mismatch(id, "arithmetic takes integers, or words of one width and sign", parts, i);
  }
  const Expr result = balanced(pool_, op, parts);
  if (too_large(result.type()))
    return refused(id, "smv.integer-too-large",
                   fmt::format("{} may have more than {} bits", quote(id), max_integer_bits));
  if ((op == Op::Div || op == Op::Mod) && may_be_zero(pool_, parts[1]))
    hazards_.add(result, Hazard::Kind::DivisionByZero, syntax_->span(id));
  return Term::of(result);
}

Term Elaborator::minus(NodeId id) {
  const Expr e = operand(id, 0);
  if (!e) return {};
  if (is_set(e.type()) || (!e.type().is_integer_like() && !e.type().is_word()))
    return mismatch(id, "`-` takes an integer or a word", std::span(&e, 1));
  // A negative number is a constant, not an operation: -3 is the value that traces show.
  if (e.is(Op::Constant) && e.type().is_integer_like()) return Term::of(pool_.integer(-pool_.value_of(e).as_integer()));
  if (e.is(Op::Constant) && pool_.value_of(e).is_word()) {
    const Integer all = power_of_two(e.type().width()), bits = (all - pool_.value_of(e).bits()) % all;
    return Term::of(pool_.constant(Value::word(e.type().width(), e.type().is_signed(), bits), e.type()));
  }
  return Term::of(pool_.negate(e));
}

// min(a, b) is `a < b ? a : b`, max(a, b) is `a < b ? b : a`.
Term Elaborator::extreme(NodeId id, bool maximum) {
  const Term less = relation(id, Op::Lt, false);
  if (less.unusable()) return less;
  const Expr a = operand(id, 0), b = operand(id, 1);
  return Term::of(maximum ? pool_.ite(less.value, b, a) : pool_.ite(less.value, a, b));
}

// abs(a) is `a >= 0 ? a : -a`.
Term Elaborator::absolute(NodeId id) {
  const Expr e = operand(id, 0);
  if (!e) return {};
  if (is_set(e.type()) || !e.type().is_integer_like()) return mismatch(id, "`abs` takes an integer", std::span(&e, 1));
  return Term::of(pool_.ite(pool_.le(pool_.integer(0), e), e, pool_.negate(e)));
}

Term Elaborator::count(NodeId id) {
  std::vector<Expr> ones;
  bool ok = true;
  for (std::size_t i = 0; i < (*syntax_)[id].count; ++i) {
    const Expr e = boolean_operand(id, i);
    ok = ok && e;
    if (e && facts_.is_temporal(e))
      return refused(id, "smv.temporal-operand", fmt::format("{} counts a temporal formula", quote(id)));
    if (e) ones.push_back(pool_.ite(e, pool_.integer(1), pool_.integer(0)));
  }
  return ok ? Term::of(balanced(pool_, Op::Add, ones)) : Term();
}

// Temporal operators ------------------------------------------------------------------------------------

Term Elaborator::temporal(NodeId id, Op op) {
  const bool binary = op == Op::U || op == Op::V || op == Op::S || op == Op::T || op == Op::EU || op == Op::AU;
  const std::size_t operands = binary ? 2 : 1;
  const Expr a = boolean_operand(id, 0), b = binary ? boolean_operand(id, 1) : Expr();
  if (!a || (binary && !b)) return {};
  TimeBounds bounds;
  if ((*syntax_)[id].count > operands) {
    const auto lo = constant_operand(id, operands, "a time bound"),
               hi = constant_operand(id, operands + 1, "a time bound");
    if (!lo || !hi) return {};
    if (*lo < 0 || *hi < *lo || !fits_int64(*hi)) {
      error(id, "smv.time-bounds",
            fmt::format("{} has time bounds {}..{}: both must be 0 or more, the first not above the second", quote(id),
                        to_string(*lo), to_string(*hi)));
      return {};
    }
    bounds = {static_cast<std::uint64_t>(*lo), static_cast<std::uint64_t>(*hi)};
  }
  return Term::of(binary ? pool_.temporal(op, {a, b}, bounds) : pool_.temporal(op, {a}, bounds));
}

}  // namespace whynot::front
