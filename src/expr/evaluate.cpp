// Compiles an expression to a list of operations in post-order, then runs the list on slots.
#include "expr/evaluate.h"

#include <algorithm>
#include <unordered_map>

#include "base/check.h"

namespace whynot {
namespace {

const std::string interval_mark = "..";  // no SMV symbol is spelled so

bool is_interval(const Value& v) {
  return v.kind() == Value::Kind::Term && v.args().size() == 2 && v.op() == interval_mark;
}

Value logic(Op op, const Value& a, const Value& b) {
  const auto known = [](const Value& v, bool is) { return v.is_boolean() && v.as_boolean() == is; };
  switch (op) {
    case Op::And:
      if (known(a, false) || known(b, false)) return Value::boolean(false);
      break;
    case Op::Or:
      if (known(a, true) || known(b, true)) return Value::boolean(true);
      break;
    case Op::Implies:
      if (known(a, false) || known(b, true)) return Value::boolean(true);
      break;
    default: break;
  }
  if (!a.defined() || !b.defined()) return {};
  const bool x = a.as_boolean(), y = b.as_boolean();
  switch (op) {
    case Op::And: return Value::boolean(x && y);
    case Op::Or: return Value::boolean(x || y);
    case Op::Xor: return Value::boolean(x != y);
    case Op::Iff: return Value::boolean(x == y);
    default: return Value::boolean(!x || y);
  }
}

Value bitwise(Op op, const Value& a, const Value& b) {
  if (!a.defined() || !b.defined()) return {};
  const Integer ones = power_of_two(a.width()) - 1, x = a.bits(), y = b.bits();
  switch (op) {
    case Op::And: return Value::word(a.width(), a.is_signed(), x & y);
    case Op::Or: return Value::word(a.width(), a.is_signed(), x | y);
    case Op::Xor: return Value::word(a.width(), a.is_signed(), x ^ y);
    case Op::Iff: return Value::word(a.width(), a.is_signed(), ones ^ x ^ y);
    default: return Value::word(a.width(), a.is_signed(), (ones ^ x) | y);
  }
}

// Exact integers; cpp_int's / and % truncate towards zero, as NuSMV does.
Value number(Op op, const Value& a, const Value& b) {
  if (a.is_small_integer() && b.is_small_integer()) {
    const std::int64_t x = a.small_integer(), y = b.small_integer();
    std::int64_t result = 0;
    if (op == Op::Add && !__builtin_add_overflow(x, y, &result)) return Value::integer(result);
    if (op == Op::Sub && !__builtin_sub_overflow(x, y, &result)) return Value::integer(result);
    if (op == Op::Mul && !__builtin_mul_overflow(x, y, &result)) return Value::integer(result);
  }
  const Integer x = a.as_integer(), y = b.as_integer();
  switch (op) {
    case Op::Add: return Value::integer(Integer(x + y));
    case Op::Sub: return Value::integer(Integer(x - y));
    case Op::Mul: return Value::integer(Integer(x * y));
    case Op::Div: return y == 0 ? Value() : Value::integer(Integer(x / y));
    default: return y == 0 ? Value() : Value::integer(Integer(x % y));
  }
}

// Words have a value even here, the one that circuits give (and SMT-LIB): all ones, negated for a negative
// dividend; the remainder is the dividend.
Value divided_by_zero(Op op, const Value& a) {
  if (op == Op::Mod) return a;
  return Value::word(a.width(), a.is_signed(), a.as_integer() < 0 ? 1 : -1);
}

Value arithmetic(Op op, const Value& a, const Value& b) {
  if (!a.defined() || !b.defined()) return {};
  if (a.is_word() && (op == Op::Div || op == Op::Mod) && b.bits() == 0) return divided_by_zero(op, a);
  Value result = number(op, a, b);
  if (!a.is_word() || !result.defined()) return result;
  return Value::word(a.width(), a.is_signed(), result.as_integer());
}

Value shift(Op op, const Value& a, const Value& by) {
  if (!a.defined() || !by.defined()) return {};
  const Integer amount = by.as_integer();
  if (amount < 0) return {};
  if (op == Op::Shl) {
    if (amount >= a.width()) return Value::word(a.width(), a.is_signed(), 0);
    return Value::word(a.width(), a.is_signed(), a.bits() << static_cast<unsigned>(amount));
  }
  const Integer n = a.as_integer();  // negative for a signed word with its top bit set: shifts in ones
  if (amount >= a.width()) return Value::word(a.width(), a.is_signed(), n < 0 ? -1 : 0);
  const Integer divisor = power_of_two(static_cast<std::size_t>(amount));
  Integer quotient = n / divisor;
  if (n < 0 && quotient * divisor != n) --quotient;
  return Value::word(a.width(), a.is_signed(), quotient);
}

Value compare(Op op, const Value& a, const Value& b) {
  if (!a.defined() || !b.defined()) return {};
  if (op == Op::Eq) return Value::boolean(a.is_word() && b.is_word() ? a.bits() == b.bits() : a == b);
  return Value::boolean(op == Op::Lt ? a < b : a <= b);
}

Value convert(Expr e, const Value& v) {
  if (!v.defined()) return {};
  switch (e.op()) {
    case Op::Neg:
      if (v.is_word()) return Value::word(v.width(), v.is_signed(), -v.bits());
      return Value::integer(Integer(-v.as_integer()));
    case Op::Extract:
      return Value::word(static_cast<std::uint32_t>(e.a() - e.b() + 1), false,
                         v.bits() >> static_cast<unsigned>(e.b()));
    case Op::Extend: return Value::word(v.width() + static_cast<std::uint32_t>(e.a()), v.is_signed(), v.as_integer());
    case Op::Resize: {
      // A larger width extends; shrinking keeps the low bits, and the sign bit of a signed word.
      const auto width = static_cast<std::uint32_t>(e.a());
      if (width >= v.width() || !v.is_signed()) return Value::word(width, v.is_signed(), v.as_integer());
      Integer bits = v.bits() & (power_of_two(width - 1) - 1);
      if (v.as_integer() < 0) bits |= power_of_two(width - 1);
      return Value::word(width, true, bits);
    }
    case Op::ToSigned: return Value::word(v.width(), true, v.bits());
    case Op::ToUnsigned: return Value::word(v.width(), false, v.bits());
    case Op::WordOfBool: return Value::word(1, false, v.as_boolean() ? 1 : 0);
    case Op::BoolOfWord: return Value::boolean(v.bits() != 0);
    case Op::ToInt:
      if (v.is_boolean()) return Value::integer(v.as_boolean() ? 1 : 0);
      return Value::integer(v.as_integer());
    default: break;
  }
  WHYNOT_CHECK(false, "only conversions should come here");
  return {};
}

Value union_of(std::span<const Value> parts) {
  std::vector<Value> members;
  for (const Value& part : parts) {
    if (!part.defined()) return {};
    if (part.kind() == Value::Kind::Set)
      members.insert(members.end(), part.args().begin(), part.args().end());
    else
      members.push_back(part);
  }
  return Value::set(std::move(members));
}

}  // namespace

Value evaluate_op(Expr e, std::span<const Value> args) {
  switch (e.op()) {
    case Op::Not:
      if (!args[0].defined()) return {};
      if (args[0].is_boolean()) return Value::boolean(!args[0].as_boolean());
      return Value::word(args[0].width(), args[0].is_signed(), power_of_two(args[0].width()) - 1 - args[0].bits());
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Iff:
    case Op::Implies:
      return e.type().is_boolean() ? logic(e.op(), args[0], args[1]) : bitwise(e.op(), args[0], args[1]);
    case Op::Ite:
      if (!args[0].defined()) return {};
      return args[0].as_boolean() ? args[1] : args[2];
    case Op::Eq:
    case Op::Lt:
    case Op::Le: return compare(e.op(), args[0], args[1]);
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::Div:
    case Op::Mod: return arithmetic(e.op(), args[0], args[1]);
    case Op::Shl:
    case Op::Shr: return shift(e.op(), args[0], args[1]);
    case Op::Concat:
      if (!args[0].defined() || !args[1].defined()) return {};
      return Value::word(args[0].width() + args[1].width(), false,
                         (args[0].bits() << args[1].width()) | args[1].bits());
    case Op::Neg:
    case Op::Extract:
    case Op::Extend:
    case Op::Resize:
    case Op::ToSigned:
    case Op::ToUnsigned:
    case Op::WordOfBool:
    case Op::BoolOfWord:
    case Op::ToInt: return convert(e, args[0]);
    case Op::SetOf:
    case Op::Union: return union_of(args);
    case Op::Interval: return Value::set({Value::term(interval_mark, {args[0], args[1]})});
    case Op::In:
      if (!args[0].defined() || !args[1].defined()) return {};
      return Value::boolean(set_contains(args[1], args[0]));
    default: break;
  }
  WHYNOT_CHECK(false, "only operators on values should be evaluated: temporal ones need a trace");
  return {};
}

bool set_contains(const Value& set, const Value& element) {
  if (set.kind() != Value::Kind::Set) return compare(Op::Eq, set, element).is_true();
  return std::any_of(set.args().begin(), set.args().end(), [&](const Value& member) {
    if (!is_interval(member)) return compare(Op::Eq, member, element).is_true();
    return element.is_integer() && compare(Op::Le, member.args()[0], element).is_true() &&
           compare(Op::Le, element, member.args()[1]).is_true();
  });
}

bool for_each_member(const Value& set, const std::function<bool(const Value&)>& visit) {
  if (!set.defined()) return true;
  if (set.kind() != Value::Kind::Set) return visit(set);
  for (const Value& member : set.args()) {
    if (!is_interval(member)) {
      if (!visit(member)) return false;
      continue;
    }
    const Integer hi = member.args()[1].as_integer();
    for (Integer n = member.args()[0].as_integer(); n <= hi; ++n)
      if (!visit(Value::integer(n))) return false;
  }
  return true;
}

CompiledExpr::CompiledExpr(const ExprPool& pool, std::span<const Expr> roots, const SlotOf& slot) {
  std::unordered_map<Expr, std::uint32_t, ExprHash> place;
  std::vector<bool> seen;
  const auto constant = [&](Value value) -> Instruction {
    constants_.push_back(std::move(value));
    return {Kind::Constant, static_cast<std::uint32_t>(constants_.size() - 1)};
  };
  const auto compile = [&](Expr e) -> Instruction {
    if (e.is(Op::Constant)) return constant(pool.value_of(e));
    if (e.is(Op::Variable) || e.is(Op::Next) || e.is(Op::At)) return {Kind::Slot, slot(e)};
    const auto first = static_cast<std::uint32_t>(args_.size());
    std::vector<Value> known;
    for (std::size_t i = 0; i < e.arity(); ++i) {
      args_.push_back(place.at(e.arg(i)));
      if (const auto [kind, at] = code_[args_.back()]; kind == Kind::Constant) known.push_back(constants_[at]);
    }
    // A set whose members are written down is made once, not in each run.
    const bool is_set = e.is(Op::SetOf) || e.is(Op::Union) || e.is(Op::Interval);
    if (is_set && known.size() == e.arity()) return constant(evaluate_op(e, known));
    return {Kind::Apply, first};
  };
  for_each_postorder(roots, seen, [&](Expr e) {
    code_.push_back(compile(e));
    place.emplace(e, static_cast<std::uint32_t>(nodes_.size()));
    nodes_.push_back(e);
  });
  for (Expr root : roots) roots_.push_back(place.at(root));
}

void CompiledExpr::run_all(std::span<const Value> slots, std::vector<Value>& values) const {
  values.resize(nodes_.size());
  std::vector<Value> args;
  for (std::size_t i = 0; i < code_.size(); ++i) {
    const auto [kind, at] = code_[i];
    switch (kind) {
      case Kind::Constant: values[i] = constants_[at]; break;
      case Kind::Slot: values[i] = slots[at]; break;
      case Kind::Apply:
        args.clear();
        for (std::size_t k = 0; k < nodes_[i].arity(); ++k) args.push_back(values[args_[at + k]]);
        values[i] = evaluate_op(nodes_[i], args);
        break;
    }
  }
}

Value CompiledExpr::run(std::span<const Value> slots) const {
  std::vector<Value> values;
  run_all(slots, values);
  return values[roots_.at(0)];
}

std::optional<std::size_t> CompiledExpr::first_not_true(std::span<const Value> slots) const {
  std::vector<Value> values;
  run_all(slots, values);
  for (std::size_t i = 0; i < roots_.size(); ++i)
    if (!values[roots_[i]].is_true()) return i;
  return std::nullopt;
}

}  // namespace whynot
