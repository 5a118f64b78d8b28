// Categories of types, the join of two types, and what may be compared with what.
#include "front/common/typing.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace whynot::front {

Category category(Type type) {
  const Type t = element_of(type);
  if (t.is_boolean()) return Category::Boolean;
  if (t.is_integer_like()) return Category::Number;
  if (t.is_word()) return Category::Word;
  if (!t.is(TypeKind::Enum)) return Category::Other;
  return t.node()->has_integers ? Category::Mixed : Category::Symbolic;
}

bool comparable(Type a, Type b) {
  const Category ca = category(a), cb = category(b);
  if (ca == Category::Word || cb == Category::Word) return element_of(a) == element_of(b);
  if (ca == Category::Boolean || cb == Category::Boolean) return ca == cb;
  const bool symbols_and_numbers =
      (ca == Category::Symbolic && cb == Category::Number) || (ca == Category::Number && cb == Category::Symbolic);
  return ca != Category::Other && cb != Category::Other && !symbols_and_numbers;
}

bool combinable(Type a, Type b) {
  const auto enumerable = [](Type t) {
    const Category c = category(t);
    return c == Category::Number || c == Category::Symbolic || c == Category::Mixed;
  };
  return comparable(a, b) || (enumerable(a) && enumerable(b));
}

namespace {

constexpr int widest_enumerated_range = 4096;

// The enumeration of the values of all; each value once, in order of first occurrence.
Type join_enumerated(ExprPool& pool, std::span<const Type> types) {
  std::vector<Value> values;
  std::unordered_set<Value, ValueHash> known;
  const auto add = [&](const Value& v) {
    if (known.insert(v).second) values.push_back(v);
  };
  for (const Type type : types) {
    const Type t = element_of(type);
    if (t.is(TypeKind::Enum)) {
      for (const Value& v : t.values()) add(v);
    } else {
      if (t.hi() - t.lo() > widest_enumerated_range) return {};
      for (Integer n = t.lo(); n <= t.hi(); ++n) add(Value::integer(n));
    }
  }
  return pool.enum_type(std::move(values));
}

Type join_elements(ExprPool& pool, std::span<const Type> types) {
  const Type first = element_of(types[0]);
  if (std::all_of(types.begin(), types.end(), [&](Type t) { return element_of(t) == first; })) return first;
  if (!std::all_of(types.begin(), types.end(), [](Type t) { return element_of(t).is_integer_like(); }))
    return join_enumerated(pool, types);
  Integer lo = first.lo(), hi = first.hi();
  for (const Type t : types) {
    lo = std::min(lo, element_of(t).lo());
    hi = std::max(hi, element_of(t).hi());
  }
  return pool.range_type(lo, hi);
}

}  // namespace

Type join_all(ExprPool& pool, std::span<const Type> types) {
  const Type element = join_elements(pool, types);
  if (!element) return {};
  return std::any_of(types.begin(), types.end(), is_set) ? pool.set_type(element) : element;
}

std::string describe(Type type) {
  if (is_set(type)) return "set of " + describe(type.element());
  switch (category(type)) {
    case Category::Number:
      if (type.is(TypeKind::Range) && type.lo() == type.hi()) return "integer " + to_string(type.lo());
      return "integer " + type.to_string();
    case Category::Symbolic:
    case Category::Mixed: return "enumeration " + type.to_string();
    default: return type.to_string();
  }
}

namespace {

std::optional<Value> apply_static(const ExprPool& pool, Expr e, std::span<const Value> args) {
  const auto integer = [&](std::size_t i) { return args[i].as_integer(); };
  for (const Value& arg : args)
    if (e.op() != Op::Ite && !arg.is_integer() && !arg.is_boolean()) return std::nullopt;
  switch (e.op()) {
    case Op::Constant: return pool.value_of(e);
    case Op::Neg: return Value::integer(Integer(-integer(0)));
    case Op::Add: return Value::integer(Integer(integer(0) + integer(1)));
    case Op::Sub: return Value::integer(Integer(integer(0) - integer(1)));
    case Op::Mul: return Value::integer(Integer(integer(0) * integer(1)));
    case Op::Div:
      return integer(1) == 0 ? std::nullopt : std::optional(Value::integer(Integer(integer(0) / integer(1))));
    case Op::Mod:
      return integer(1) == 0 ? std::nullopt : std::optional(Value::integer(Integer(integer(0) % integer(1))));
    case Op::Lt: return Value::boolean(integer(0) < integer(1));
    case Op::Le: return Value::boolean(integer(0) <= integer(1));
    case Op::Eq: return Value::boolean(args[0] == args[1]);
    case Op::Not: return Value::boolean(!args[0].as_boolean());
    case Op::And: return Value::boolean(args[0].as_boolean() && args[1].as_boolean());
    case Op::Or: return Value::boolean(args[0].as_boolean() || args[1].as_boolean());
    case Op::Ite: return args[0].is_true() ? args[1] : args[2];
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<Value> static_value(const ExprPool& pool, Expr root) {
  if (root.is(Op::Constant)) return pool.value_of(root);
  std::unordered_map<Expr, Value, ExprHash> values;
  std::vector<Value> args;
  bool known = true;
  for_each_postorder(root, [&](Expr e) {
    if (!known) return;
    args.clear();
    for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(values.at(e.arg(i)));
    const std::optional<Value> v = e.is(Op::Variable) ? std::nullopt : apply_static(pool, e, args);
    known = v.has_value();
    if (v) values.emplace(e, *v);
  });
  return known ? std::optional(values.at(root)) : std::nullopt;
}

std::optional<Integer> static_integer(const ExprPool& pool, Expr e) {
  const std::optional<Value> v = static_value(pool, e);
  return v && v->is_integer() ? std::optional(v->as_integer()) : std::nullopt;
}

}  // namespace whynot::front
