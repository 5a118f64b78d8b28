// Arithmetic is done the schoolbook way, and widths grow so that nothing overflows.  What has no direct circuit is
// guessed and constrained: a quotient and a remainder are inputs that have to fit.
#include "check/encoding.h"

#include <algorithm>

#include "base/check.h"

namespace whynot::check {
namespace {

const Integer first_symbol = Integer(1) << 62;  // symbols are numbered from here: no enumeration has such integers

std::size_t signed_bits(const Integer& n) { return bit_width(n < 0 ? Integer(-n - 1) : n) + 1; }

}  // namespace

Encoding::Encoding(const TransitionSystem& system, Context& context) : Circuit(context), pool_(*system.pool) {
  for (const VariableDecl& v : system.variables) {
    kinds_.emplace(v.variable, v.kind);
    number_in_order(v.variable.type());
  }
}

// So that the last bits of a symbol's number are its code, unless another type shares some of the symbols.
void Encoding::number_in_order(Type type) {
  if (!type.is(TypeKind::Enum)) return;
  const auto& values = type.values();
  const auto is_new = [&](const Value& v) { return v.is_symbol() && !symbols_.count(v.op()); };
  if (!std::all_of(values.begin(), values.end(), is_new)) return;
  const std::uint64_t size = std::uint64_t{1} << code_width(type);
  next_symbol_ = (next_symbol_ + size - 1) / size * size;
  in_order_.emplace(type.node(), first_symbol + next_symbol_);
  for (const Value& v : values) symbols_.emplace(v.op(), next_symbol_++);
}

Integer Encoding::number(const Value& v) {
  if (!v.is_symbol()) return v.as_integer();
  const auto [found, fresh] = symbols_.try_emplace(v.op(), next_symbol_);
  next_symbol_ += fresh;
  return first_symbol + found->second;
}

// ---- numbers

Encoding::Bits Encoding::constant(const Integer& n) const {
  Bits out;
  const Integer distance = n < 0 ? Integer(-n - 1) : n;  // its complement
  for (std::size_t i = 0; i < signed_bits(n); ++i)
    out.push_back(constant(boost::multiprecision::bit_test(distance, static_cast<unsigned>(i)) != (n < 0)));
  return out;
}

Encoding::Bits Encoding::widened(Bits a, std::size_t width) {
  a.resize(width, a.back());
  return a;
}

Encoding::Bits Encoding::wrapped(Bits a, Type word) const {
  a = widened(std::move(a), word.width());
  if (!word.is_signed()) a.push_back(-yes_);
  return a;
}

Encoding::Bits Encoding::choose(int c, Bits a, Bits b) {
  const std::size_t width = std::max(a.size(), b.size());
  a = widened(std::move(a), width);
  b = widened(std::move(b), width);
  for (std::size_t i = 0; i < width; ++i) a[i] = choose(c, a[i], b[i]);
  return a;
}

Encoding::Bits Encoding::add(Bits a, Bits b, bool subtract) {
  const std::size_t width = std::max(a.size(), b.size()) + 1;
  a = widened(std::move(a), width);
  b = widened(std::move(b), width);
  int carry = constant(subtract);
  for (std::size_t i = 0; i < width; ++i) {
    const int x = a[i], y = subtract ? -b[i] : b[i], sum = differ(x, y);
    a[i] = differ(sum, carry);
    carry = either(both(x, y), both(sum, carry));
  }
  return a;
}

// Modulo 2^(sum of widths), which is exact.
Encoding::Bits Encoding::multiply(const Bits& a, const Bits& b) {
  const std::size_t width = a.size() + b.size();
  const Bits x = widened(a, width), y = widened(b, width);
  Bits sum(width, -yes_);
  for (std::size_t i = 0; i < width; ++i) {
    Bits row(width, -yes_);
    for (std::size_t k = i; k < width; ++k) row[k] = both(y[i], x[k - i]);
    sum = widened(add(std::move(sum), std::move(row)), width);
  }
  return sum;
}

int Encoding::equal(const Bits& a, const Bits& b) {
  const std::size_t width = std::max(a.size(), b.size());
  const Bits x = widened(a, width), y = widened(b, width);
  int same = yes_;
  for (std::size_t i = 0; i < width; ++i) same = both(same, -differ(x[i], y[i]));
  return same;
}

int Encoding::less(const Bits& a, const Bits& b) { return add(a, b, true).back(); }

Encoding::Bits Encoding::unknown(std::size_t width) {
  Bits out(width);
  for (int& bit : out) bit = input();
  return out;
}

// The quotient and remainder that fit, towards zero; with a divisor of 0 anything does.
Encoding::Bits Encoding::divide(const Bits& a, const Bits& b, bool remainder) {
  const auto size = [&](const Bits& n) { return choose(n.back(), add(constant(Integer(0)), n, true), n); };
  const Bits q = unknown(a.size() + 1), r = unknown(std::max(a.size(), b.size()));
  const Bits zero = constant(Integer(0));
  const int by_zero = equal(b, zero);
  require({by_zero, equal(a, add(multiply(q, b), r))});
  require({by_zero, less(size(r), size(b))});
  require({by_zero, equal(r, zero), -differ(r.back(), a.back())});
  return remainder ? r : q;
}

// The exponent, for a constant that is a power of two.
std::optional<std::size_t> Encoding::power_of(Expr e) const {
  if (!e.is(Op::Constant) || !pool_.value_of(e).is_integer()) return std::nullopt;
  const Integer n = pool_.value_of(e).as_integer();
  if (n <= 0 || (n & (n - 1)) != 0) return std::nullopt;
  return bit_width(n) - 1;
}

// By leaving out bits of the size, whose sign comes back afterwards.
Encoding::Bits Encoding::divide_by_power(const Bits& a, std::size_t exponent, bool remainder) {
  const Bits zero = constant(Integer(0));
  Bits size = choose(a.back(), add(zero, a, true), a);
  if (size.size() <= exponent) size = widened(std::move(size), exponent + 1);
  const auto middle = size.begin() + static_cast<std::ptrdiff_t>(exponent);
  Bits out = remainder ? Bits(size.begin(), middle) : Bits(middle, size.end());
  if (remainder) out.push_back(-yes_);
  return choose(a.back(), add(zero, out, true), out);
}

// ---- expressions

Encoding::Bits Encoding::leaf(Expr e) {
  const Type type = e.type();
  if (type.is_boolean()) return {input()};
  if (type.is_word()) return wrapped(unknown(type.width()), type);
  if (type.is(TypeKind::Enum)) return symbol_of(type);
  if (!type.is(TypeKind::Range)) return constant(Integer(0));
  Bits out = unknown(std::max(signed_bits(type.lo()), signed_bits(type.hi())));
  if (type.lo() >= 0) out.back() = -yes_;
  if (type.hi() < 0) out.back() = yes_;
  require({within(out, type)});
  return out;
}

// Bits on which all values agree are known.
Encoding::Bits Encoding::symbol_of(Type type) {
  std::vector<Bits> codes;
  std::size_t width = 0;
  for (const Value& v : type.values()) {
    codes.push_back(constant(number(v)));
    width = std::max(width, codes.back().size());
  }
  Bits out;
  for (std::size_t i = 0; i < width; ++i) {
    const auto bit = [&](const Bits& code) { return code[std::min(i, code.size() - 1)]; };
    const bool agree =
        std::all_of(codes.begin(), codes.end(), [&](const Bits& code) { return bit(code) == bit(codes[0]); });
    out.push_back(agree ? bit(codes[0]) : input());
  }
  require({within(out, type)});
  return out;
}

int Encoding::within(const Bits& a, Type type) {
  if (type.is_boolean() || type.is_word()) return yes_;
  const auto block = in_order_.find(type.node());
  if (block != in_order_.end()) {
    const Integer last = block->second + type.values().size() - 1;
    return both(-less(a, constant(block->second)), -less(constant(last), a));
  }
  if (type.is(TypeKind::Enum)) {
    int any = -yes_;
    for (const Value& v : type.values()) any = either(any, equal(a, constant(number(v))));
    return any;
  }
  if (!type.is(TypeKind::Range)) return yes_;
  return both(-less(a, constant(type.lo())), -less(constant(type.hi()), a));
}

bool Encoding::can_have(Type type, Type given) {
  const auto is_number_or_name = [](Type t) {
    return t.is(TypeKind::Integer) || t.is(TypeKind::Range) || t.is(TypeKind::Enum);
  };
  return type == given || (is_number_or_name(type) && is_number_or_name(given));
}

int Encoding::identify(Expr leaf, Expr value, Moment now) {
  const Type type = leaf.type();
  if (!can_have(type, value.type())) return -yes_;
  const Bits same = bits(value, now);
  const bool is_next = leaf.is(Op::Next);
  const Expr variable = is_next ? leaf.arg(0) : leaf;
  if (is_frozen(variable)) return equal(same, value_at(variable, 0));
  place(variable, same, is_next ? now + 1 : now);
  return within(same, type);
}

void Encoding::place(Expr variable, Bits value, Moment now) { reading(now).made.emplace(variable, std::move(value)); }

// ---- codes

std::size_t Encoding::code_width(Type type) {
  if (type.is_boolean()) return 1;
  if (type.is_word()) return type.width();
  if (type.is_integer_like() && !type.is(TypeKind::Integer)) return bit_width(Integer(type.hi() - type.lo()));
  return type.is(TypeKind::Enum) ? bit_width(Integer(type.values().size() - 1)) : 0;
}

// Whether codes of an enumeration have nothing to do with the numbers of its values.
bool Encoding::is_by_names(Type type) const {
  return type.is(TypeKind::Enum) && !type.is_integer_like() && !in_order_.count(type.node());
}

std::vector<int> Encoding::code(Expr variable, Moment now) {
  const Type type = variable.type();
  const Bits value = value_at(variable, now);
  Bits out(code_width(type), -yes_);
  if (is_by_names(type)) {
    for (std::size_t k = 0; k < type.values().size(); ++k) {
      const int is_it = equal(value, constant(number(type.values()[k])));
      for (std::size_t i = 0; i < out.size(); ++i)
        if ((k >> i & 1) != 0) out[i] = either(out[i], is_it);
    }
    return out;
  }
  const Bits distance = type.is_integer_like() && type.lo() != 0 ? add(value, constant(type.lo()), true) : value;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = distance[std::min(i, distance.size() - 1)];
  return out;
}

int Encoding::identify(Expr variable, std::span<const int> code, Moment now) {
  const Type type = variable.type();
  Bits value(code.begin(), code.end());
  if (value.size() != code_width(type)) return -yes_;
  if (is_frozen(variable)) return equal(value, this->code(variable, 0));
  int fits = yes_;
  const auto block = in_order_.find(type.node());
  if (block != in_order_.end()) {
    Bits symbol = constant(block->second);
    std::copy(value.begin(), value.end(), symbol.begin());
    value = std::move(symbol);
    fits = within(value, type);
  } else if (is_by_names(type)) {
    value.push_back(-yes_);
    Bits symbol;
    fits = -yes_;
    for (std::size_t k = 0; k < type.values().size(); ++k) {
      const int is_it = equal(value, constant(Integer(k)));
      const Bits named = constant(number(type.values()[k]));
      symbol = symbol.empty() ? named : choose(is_it, named, symbol);
      fits = either(fits, is_it);
    }
    value = std::move(symbol);
  } else if (type.is_integer_like()) {
    value.push_back(-yes_);
    if (type.lo() != 0) value = add(value, constant(type.lo()));
    fits = within(value, type);
  } else if (type.is_word()) {
    value = wrapped(std::move(value), type);
  }
  place(variable, std::move(value), now);
  return fits;
}

// ---- reading

Encoding::Reading& Encoding::reading(Moment now) {
  while (readings_.size() <= now) readings_.emplace_back();
  return readings_[now];
}

// Frozen variables never change their value.
const Encoding::Bits& Encoding::value_at(Expr variable, Moment now) {
  const auto with = shared_state_.find(now);
  if (is_frozen(variable))
    now = 0;
  else if (with != shared_state_.end() && kinds_.at(variable) == VariableKind::State)
    now = with->second;
  auto& made = reading(now).made;
  const auto known = made.find(variable);
  if (known != made.end()) return known->second;
  Bits fresh = leaf(variable);
  return made.emplace(variable, std::move(fresh)).first->second;
}

const Encoding::Bits& Encoding::of(Expr e) {
  if (e.is(Op::Variable)) return value_at(e, now_);
  return e.is(Op::Next) ? value_at(e.arg(0), now_ + 1) : readings_[now_].made.at(e);
}

const Encoding::Bits& Encoding::bits(Expr root, Moment now) {
  Reading& at = reading(now);
  now_ = now;
  for_each_postorder(std::span<const Expr>(&root, 1), at.seen, [&](Expr e) {
    if (e.type().is(TypeKind::Set) || e.is(Op::Variable) || e.is(Op::Next)) return;
    Bits computed = compute(e);
    at.made.emplace(e, std::move(computed));
  });
  return of(root);
}

Encoding::Bits Encoding::compute(Expr e) {
  const auto arg = [&](std::size_t i) -> const Bits& { return of(e.arg(i)); };
  switch (e.op()) {
    case Op::Constant: {
      const Value& v = pool_.value_of(e);
      if (!v.defined()) return leaf(e);
      if (v.is_boolean()) return {constant(v.is_true())};
      return e.type().is_word() ? wrapped(constant(v.as_integer()), e.type()) : constant(number(v));
    }
    case Op::Not:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Iff:
    case Op::Implies: return bitwise(e);
    case Op::Ite: return choose(arg(0)[0], arg(1), arg(2));
    case Op::Eq: {
      const Type a = e.arg(0).type(), b = e.arg(1).type();
      if (a.is_word() && b.is_word()) return {equal(widened(arg(0), a.width()), widened(arg(1), b.width()))};
      return {equal(arg(0), arg(1))};
    }
    case Op::Lt: return {less(arg(0), arg(1))};
    case Op::Le: return {-less(arg(1), arg(0))};
    case Op::Shl:
    case Op::Shr: return shift(e);
    case Op::In: return {member(e.arg(0), e.arg(1))};
    case Op::Neg:
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::Div:
    case Op::Mod: return arithmetic(e);
    default: return convert(e);
  }
}

Encoding::Bits Encoding::bitwise(Expr e) {
  const std::size_t width = e.type().is_word() ? e.type().width() : 1;
  const Bits a = widened(of(e.arg(0)), width), b = e.arity() > 1 ? widened(of(e.arg(1)), width) : a;
  Bits out(width);
  for (std::size_t i = 0; i < width; ++i) switch (e.op()) {
      case Op::Not: out[i] = -a[i]; break;
      case Op::And: out[i] = both(a[i], b[i]); break;
      case Op::Or: out[i] = either(a[i], b[i]); break;
      case Op::Xor: out[i] = differ(a[i], b[i]); break;
      case Op::Iff: out[i] = -differ(a[i], b[i]); break;
      default: out[i] = either(-a[i], b[i]);
    }
  return e.type().is_word() ? wrapped(std::move(out), e.type()) : out;
}

Encoding::Bits Encoding::arithmetic(Expr e) {
  const Bits &a = of(e.arg(0)), &b = e.arity() > 1 ? of(e.arg(1)) : a;
  const bool is_word = e.type().is_word();
  Bits out;
  switch (e.op()) {
    case Op::Neg: out = add(constant(Integer(0)), a, true); break;
    case Op::Add: out = add(a, b); break;
    case Op::Sub: out = add(a, b, true); break;
    case Op::Mul: out = multiply(a, b); break;
    default: {
      const bool remainder = e.is(Op::Mod);
      const auto shift = is_word ? std::nullopt : power_of(e.arg(1));
      out = shift ? divide_by_power(a, *shift, remainder) : divide(a, b, remainder);
      // Words have a value even by zero: all ones, or 1 for a negative dividend; the dividend remains.
      if (is_word)
        out = choose(equal(b, constant(Integer(0))),
                     remainder ? a : choose(a.back(), constant(Integer(1)), constant(Integer(-1))), out);
    }
  }
  return is_word ? wrapped(std::move(out), e.type()) : out;
}

Encoding::Bits Encoding::shift(Expr e) {
  const std::size_t width = e.type().width();
  Bits a = widened(of(e.arg(0)), width);
  const Bits amount = of(e.arg(1));
  const int fill = e.is(Op::Shr) && e.type().is_signed() ? a.back() : -yes_;
  for (std::size_t k = 0; k + 1 < amount.size(); ++k) {
    const std::size_t by = k < 32 ? std::min(width, std::size_t{1} << k) : width;
    Bits moved(width, fill);
    for (std::size_t i = by; i < width; ++i) e.is(Op::Shl) ? moved[i] = a[i - by] : moved[i - by] = a[i];
    a = choose(amount[k], std::move(moved), std::move(a));
  }
  return wrapped(std::move(a), e.type());
}

Encoding::Bits Encoding::convert(Expr e) {
  Bits a = of(e.arg(0));
  const Type from = e.arg(0).type();
  switch (e.op()) {
    case Op::Concat: {
      Bits low = widened(of(e.arg(1)), e.arg(1).type().width());
      const Bits high = widened(std::move(a), from.width());
      low.insert(low.end(), high.begin(), high.end());
      return wrapped(std::move(low), e.type());
    }
    case Op::Extract:
      return wrapped(
          Bits(a.begin() + static_cast<std::ptrdiff_t>(e.b()), a.begin() + static_cast<std::ptrdiff_t>(e.a()) + 1),
          e.type());
    case Op::Resize:
      // A signed word that shrinks keeps its sign.
      if (from.is_signed() && e.type().width() < from.width()) a[e.type().width() - 1] = a.back();
      return wrapped(std::move(a), e.type());
    case Op::Extend:
    case Op::ToSigned:
    case Op::ToUnsigned: return wrapped(std::move(a), e.type());
    case Op::WordOfBool: return {a[0], -yes_};
    case Op::BoolOfWord: return {-equal(a, constant(Integer(0)))};
    case Op::ToInt: return from.is_boolean() ? Bits{a[0], -yes_} : a;
    default: break;
  }
  WHYNOT_CHECK(false, "facts should have no temporal operators");
  return {};
}

int Encoding::member(Expr element, Expr set) {
  const Bits x = of(element);
  int any = -yes_;
  std::vector<std::pair<Expr, int>> open{{set, yes_}};
  while (!open.empty()) {
    const auto [s, when] = open.back();
    open.pop_back();
    if (s.is(Op::Ite) && s.type().is(TypeKind::Set)) {
      const int c = of(s.arg(0))[0];
      open.emplace_back(s.arg(1), both(when, c));
      open.emplace_back(s.arg(2), both(when, -c));
    } else if (s.is(Op::SetOf) || s.is(Op::Union)) {
      for (std::size_t i = 0; i < s.arity(); ++i) open.emplace_back(s.arg(i), when);
    } else if (s.is(Op::Interval)) {
      any = either(any, both(when, both(-less(x, of(s.arg(0))), -less(of(s.arg(1)), x))));
    } else if (!s.type().is(TypeKind::Set)) {  // else undefined: no member
      any = either(any, both(when, equal(x, of(s))));
    }
  }
  return any;
}

}  // namespace whynot::check
