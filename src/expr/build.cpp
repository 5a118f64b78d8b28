// The builders of ExprPool that find the result type themselves.
#include <algorithm>

#include "base/check.h"
#include "expr/expr.h"

namespace whynot {

Expr ExprPool::next(Expr variable) {
  WHYNOT_CHECK(variable.is(Op::Variable), "next should stand on a variable only");
  return make(Op::Next, variable.type(), {variable});
}

Expr ExprPool::not_(Expr e) { return make(Op::Not, e.type(), {e}); }

Expr ExprPool::same_type(Op op, Expr a, Expr b) {
  WHYNOT_CHECK(a.type() == b.type(), "logical operands should have one type: both boolean, or words alike");
  return make(op, a.type(), {a, b});
}

Expr ExprPool::and_(Expr a, Expr b) { return same_type(Op::And, a, b); }
Expr ExprPool::or_(Expr a, Expr b) { return same_type(Op::Or, a, b); }

Expr ExprPool::balanced(Op op, std::span<const Expr> parts) {
  if (parts.size() == 1) return parts[0];
  const std::size_t half = parts.size() / 2;  // depth is logarithmic: no worry about recursion
  return same_type(op, balanced(op, parts.first(half)), balanced(op, parts.subspan(half)));
}

Expr ExprPool::all(std::span<const Expr> parts) { return parts.empty() ? boolean(true) : balanced(Op::And, parts); }
Expr ExprPool::any(std::span<const Expr> parts) { return parts.empty() ? boolean(false) : balanced(Op::Or, parts); }

Expr ExprPool::ite(Expr condition, Expr then, Expr otherwise) {
  const Type type = join(then.type(), otherwise.type());
  WHYNOT_CHECK(type, "both branches should have types that go together");
  return make(Op::Ite, type, {condition, then, otherwise});
}

Expr ExprPool::eq(Expr a, Expr b) { return make(Op::Eq, boolean_, {a, b}); }
Expr ExprPool::lt(Expr a, Expr b) { return make(Op::Lt, boolean_, {a, b}); }
Expr ExprPool::le(Expr a, Expr b) { return make(Op::Le, boolean_, {a, b}); }
Expr ExprPool::in(Expr element, Expr set) { return make(Op::In, boolean_, {element, set}); }

Expr ExprPool::arithmetic(Op op, Expr a, Expr b) {
  if (a.type().is_word()) return same_type(op, a, b);
  return make(op, interval(op, a.type(), b.type()), {a, b});
}

Expr ExprPool::negate(Expr e) {
  if (!e.type().is_integer_like() || e.type().is(TypeKind::Integer)) return make(Op::Neg, e.type(), {e});
  return make(Op::Neg, range_type(-e.type().hi(), -e.type().lo()), {e});
}

Expr ExprPool::temporal(Op op, std::initializer_list<Expr> args, TimeBounds bounds) {
  return make(op, boolean_, args, bounds.lo, bounds.hi);
}

// The range of `a op b`; division and modulus by zero are undefined and widen nothing.
Type ExprPool::interval(Op op, Type a, Type b) {
  if (a.is(TypeKind::Integer) || b.is(TypeKind::Integer)) return integer_;
  const auto hull = [&](std::initializer_list<Integer> ends) { return range_type(std::min(ends), std::max(ends)); };
  switch (op) {
    case Op::Add: return range_type(a.lo() + b.lo(), a.hi() + b.hi());
    case Op::Sub: return range_type(a.lo() - b.hi(), a.hi() - b.lo());
    case Op::Mul: return hull({a.lo() * b.lo(), a.lo() * b.hi(), a.hi() * b.lo(), a.hi() * b.hi()});
    case Op::Div: {
      // The quotient is extreme at the divisors nearest to zero and at the ends.
      std::vector<Integer> divisors;
      for (const Integer& d : {b.lo(), b.hi(), Integer(-1), Integer(1)})
        if (d != 0 && b.lo() <= d && d <= b.hi()) divisors.push_back(d);
      if (divisors.empty()) return range_type(0, 0);
      Integer least = a.lo() / divisors[0], most = least;
      for (const Integer& d : divisors)
        for (const Integer& n : {a.lo(), a.hi(), Integer(0)}) {
          if (n < a.lo() || n > a.hi()) continue;
          least = std::min(least, Integer(n / d));
          most = std::max(most, Integer(n / d));
        }
      return range_type(least, most);
    }
    case Op::Mod: {
      // Truncating division: the remainder has the dividend's sign and is smaller than the divisor.
      const Integer largest = std::max<Integer>(abs(b.lo()), abs(b.hi())) - 1;
      if (largest < 0) return range_type(0, 0);
      return range_type(a.lo() < 0 ? Integer(-std::min<Integer>(-a.lo(), largest)) : Integer(0),
                        a.hi() > 0 ? std::min<Integer>(a.hi(), largest) : Integer(0));
    }
    default: break;
  }
  WHYNOT_CHECK(false, "only the five arithmetic operators should ask for an interval");
  return {};
}

// Types that meet in a case, a set or a comparison.  A set meets what its elements meet.
Type ExprPool::join(Type a, Type b) {
  if (a == b) return a;
  if (!a || !b) return {};
  if (a.is(TypeKind::Set) || b.is(TypeKind::Set)) {
    const Type element = join(a.is(TypeKind::Set) ? a.element() : a, b.is(TypeKind::Set) ? b.element() : b);
    return element ? set_type(element) : Type();
  }
  if (a.is_integer_like() && b.is_integer_like()) {
    if (a.is(TypeKind::Integer) || b.is(TypeKind::Integer)) return integer_;
    return range_type(std::min(a.lo(), b.lo()), std::max(a.hi(), b.hi()));
  }
  // Symbols go together with symbols and integers: the enumeration of the values of both.
  const auto values_of = [](Type t) -> std::optional<std::vector<Value>> {
    if (t.is(TypeKind::Enum)) return t.values();
    if (!t.is(TypeKind::Range) || t.hi() - t.lo() > 1000) return std::nullopt;
    std::vector<Value> values;
    for (Integer n = t.lo(); n <= t.hi(); ++n) values.push_back(Value::integer(n));
    return values;
  };
  auto left = values_of(a);
  const auto right = values_of(b);
  if (!left || !right) return {};
  // One pass against a sorted copy: an enumeration may have thousands of values.
  std::vector<Value> sorted = *left;
  std::sort(sorted.begin(), sorted.end());
  for (const Value& v : *right)
    if (!std::binary_search(sorted.begin(), sorted.end(), v)) left->push_back(v);
  return enum_type(std::move(*left));
}

}  // namespace whynot
