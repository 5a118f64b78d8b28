// A table of shapes, and for each family of operators a function.  Division by zero and shifts beyond the width need no
// care: words of ours mean what SMT-LIB's do there.
#include "front/hardware/btor2_operators.h"

#include <algorithm>
#include <array>

#include "base/check.h"

namespace whynot::front::hardware {
namespace {

using Widths = Btor2Shape::Widths;

constexpr std::array shapes = std::to_array<Btor2Shape>({
    {"not", 1},
    {"inc", 1},
    {"dec", 1},
    {"neg", 1},
    {"redand", 1, 0, Widths::Reduce},
    {"redor", 1, 0, Widths::Reduce},
    {"redxor", 1, 0, Widths::Reduce},
    {"nego", 1, 0, Widths::Reduce},
    {"iff", 2, 0, Widths::Logic},
    {"implies", 2, 0, Widths::Logic},
    {"eq", 2, 0, Widths::Compare},
    {"neq", 2, 0, Widths::Compare},
    {"sgt", 2, 0, Widths::Compare},
    {"ugt", 2, 0, Widths::Compare},
    {"sgte", 2, 0, Widths::Compare},
    {"ugte", 2, 0, Widths::Compare},
    {"slt", 2, 0, Widths::Compare},
    {"ult", 2, 0, Widths::Compare},
    {"slte", 2, 0, Widths::Compare},
    {"ulte", 2, 0, Widths::Compare},
    {"and", 2},
    {"nand", 2},
    {"nor", 2},
    {"or", 2},
    {"xnor", 2},
    {"xor", 2},
    {"rol", 2},
    {"ror", 2},
    {"sll", 2},
    {"sra", 2},
    {"srl", 2},
    {"add", 2},
    {"mul", 2},
    {"sdiv", 2},
    {"udiv", 2},
    {"smod", 2},
    {"srem", 2},
    {"urem", 2},
    {"sub", 2},
    {"saddo", 2, 0, Widths::Compare},
    {"uaddo", 2, 0, Widths::Compare},
    {"sdivo", 2, 0, Widths::Compare},
    {"udivo", 2, 0, Widths::Compare},
    {"smulo", 2, 0, Widths::Compare},
    {"umulo", 2, 0, Widths::Compare},
    {"ssubo", 2, 0, Widths::Compare},
    {"usubo", 2, 0, Widths::Compare},
    {"concat", 2, 0, Widths::Concat},
    {"slice", 1, 2, Widths::Slice},
    {"sext", 1, 1, Widths::Extend},
    {"uext", 1, 1, Widths::Extend},
    {"ite", 3, 0, Widths::Ite},
});

class Apply {
 public:
  Apply(ExprPool& pool, std::string_view name, std::span<const Expr> args, std::span<const std::uint32_t> numbers)
      : pool_(pool), name_(name), args_(args), numbers_(numbers), width_(btor2_width(args[0])) {}

  Expr run() {
    for (const auto family : {&Apply::one, &Apply::logic, &Apply::compare, &Apply::arithmetic, &Apply::shift,
                              &Apply::overflow, &Apply::shape})
      if (const Expr made = (this->*family)()) return made;
    WHYNOT_CHECK(false, "every operator of the table should belong to a family");
    return {};
  }

 private:
  bool is(std::string_view name) const { return name_ == name; }

  // Words -------------------------------------------------------------------------------------------------

  Type type(std::uint32_t width, bool is_signed = false) { return pool_.word_type(width, is_signed); }
  Expr word(Expr e) { return e.type().is_boolean() ? pool_.make(Op::WordOfBool, type(1), {e}) : e; }
  Expr from_word(Expr e) {
    if (e.type().is_signed()) e = pool_.make(Op::ToUnsigned, type(e.type().width()), {e});
    return e.type().width() == 1 ? pool_.make(Op::BoolOfWord, pool_.boolean_type(), {e}) : e;
  }
  Expr a() { return word(args_[0]); }
  Expr b() { return word(args_[1]); }
  Expr as_signed(Expr e) { return pool_.make(Op::ToSigned, type(e.type().width(), true), {e}); }
  Expr constant(const Integer& n, std::uint32_t width) {
    return pool_.constant(Value::word(width, false, n), type(width));
  }
  Expr extend(Expr e, std::uint32_t by, bool is_signed) {
    if (by == 0) return e;
    if (is_signed) e = as_signed(e);
    e = pool_.make(Op::Extend, type(e.type().width() + by, is_signed), {e}, by);
    return is_signed ? pool_.make(Op::ToUnsigned, type(e.type().width()), {e}) : e;
  }
  Expr slice(Expr word, std::uint32_t high, std::uint32_t low) {
    return pool_.make(Op::Extract, type(high - low + 1), {word}, high, low);
  }
  Expr bit(Expr word, std::uint32_t i) { return from_word(slice(word, i, i)); }
  Expr least() { return constant(power_of_two(width_ - 1), width_); }  // of the signed numbers
  Expr ones() { return constant(power_of_two(width_) - 1, width_); }

  // Families ----------------------------------------------------------------------------------------------

  Expr one() {
    if (is("not")) return pool_.not_(args_[0]);
    if (is("neg")) return from_word(pool_.negate(a()));
    if (is("inc")) return from_word(pool_.arithmetic(Op::Add, a(), constant(1, width_)));
    if (is("dec")) return from_word(pool_.arithmetic(Op::Sub, a(), constant(1, width_)));
    if (is("redand")) return pool_.eq(a(), ones());
    if (is("redor")) return pool_.not_(pool_.eq(a(), constant(0, width_)));
    if (is("nego")) return pool_.eq(a(), least());
    if (!is("redxor")) return {};
    std::vector<Expr> bits;
    for (std::uint32_t i = 0; i < width_; ++i) bits.push_back(bit(a(), i));
    while (bits.size() > 1) {  // balanced
      std::vector<Expr> half;
      for (std::size_t i = 0; i + 1 < bits.size(); i += 2) half.push_back(pool_.xor_(bits[i], bits[i + 1]));
      if (bits.size() % 2) half.push_back(bits.back());
      bits = std::move(half);
    }
    return bits[0];
  }

  Expr logic() {
    if (args_.size() != 2) return {};
    if (is("and")) return pool_.and_(args_[0], args_[1]);
    if (is("or")) return pool_.or_(args_[0], args_[1]);
    if (is("xor")) return pool_.xor_(args_[0], args_[1]);
    if (is("nand")) return pool_.not_(pool_.and_(args_[0], args_[1]));
    if (is("nor")) return pool_.not_(pool_.or_(args_[0], args_[1]));
    if (is("xnor") || is("iff")) return pool_.iff(args_[0], args_[1]);
    if (is("implies")) return pool_.implies(args_[0], args_[1]);
    return {};
  }

  Expr compare() {
    if (is("eq")) return pool_.eq(args_[0], args_[1]);
    if (is("neq")) return pool_.not_(pool_.eq(args_[0], args_[1]));
    const std::string_view relation = name_.substr(1);
    const bool is_order = relation == "gt" || relation == "gte" || relation == "lt" || relation == "lte";
    if (!is_order) return {};
    Expr left = a(), right = b();
    if (name_[0] == 's') left = as_signed(left);
    if (name_[0] == 's') right = as_signed(right);
    if (relation == "lt") return pool_.lt(left, right);
    if (relation == "lte") return pool_.le(left, right);
    return relation == "gt" ? pool_.lt(right, left) : pool_.le(right, left);
  }

  Expr arithmetic() {
    if (is("add")) return from_word(pool_.arithmetic(Op::Add, a(), b()));
    if (is("sub")) return from_word(pool_.arithmetic(Op::Sub, a(), b()));
    if (is("mul")) return from_word(pool_.arithmetic(Op::Mul, a(), b()));
    if (is("udiv")) return from_word(pool_.arithmetic(Op::Div, a(), b()));
    if (is("urem")) return from_word(pool_.arithmetic(Op::Mod, a(), b()));
    if (is("sdiv")) return from_word(pool_.arithmetic(Op::Div, as_signed(a()), as_signed(b())));
    if (is("srem")) return from_word(pool_.arithmetic(Op::Mod, as_signed(a()), as_signed(b())));
    return is("smod") ? modulo() : Expr();
  }

  // The remainder with the sign of the divisor.
  Expr modulo() {
    const Expr divisor = as_signed(b()), rest = pool_.arithmetic(Op::Mod, as_signed(a()), divisor);
    const Expr zero = as_signed(constant(0, width_));
    const Expr apart = pool_.xor_(pool_.lt(rest, zero), pool_.lt(divisor, zero));
    const Expr mended = pool_.arithmetic(Op::Add, rest, divisor);
    return from_word(pool_.ite(pool_.and_(pool_.not_(pool_.eq(rest, zero)), apart), mended, rest));
  }

  // Further than by its width no word is shifted: SMV has no such constants.
  Expr distance() {
    const Expr by = b();
    const bool is_far = by.is(Op::Constant) && pool_.value_of(by).bits() > width_;
    return is_far ? constant(width_, width_) : by;
  }

  Expr shift() {
    const auto by = [&](Op op, Expr e, Expr amount) { return pool_.make(op, e.type(), {e, amount}); };
    if (is("sll")) return from_word(by(Op::Shl, a(), distance()));
    if (is("srl")) return from_word(by(Op::Shr, a(), distance()));
    if (is("sra")) return from_word(by(Op::Shr, as_signed(a()), distance()));
    if (!is("rol") && !is("ror")) return {};
    if (width_ == 1) return args_[0];
    const Expr twice = pool_.make(Op::Concat, type(2 * width_), {a(), a()});
    const Expr amount = pool_.arithmetic(Op::Mod, b(), constant(width_, width_));
    if (is("rol")) return slice(by(Op::Shl, twice, amount), 2 * width_ - 1, width_);
    return slice(by(Op::Shr, twice, amount), width_ - 1, 0);
  }

  // Whether the exact result does not fit: it is computed with enough bits.
  Expr overflow() {
    const auto exact = [&](Op op, std::uint32_t more, bool is_signed) {
      return pool_.arithmetic(op, extend(a(), more, is_signed), extend(b(), more, is_signed));
    };
    const auto signs_differ = [&](Expr e) { return pool_.xor_(bit(e, width_), bit(e, width_ - 1)); };
    if (is("uaddo")) return bit(exact(Op::Add, 1, false), width_);
    if (is("usubo")) return pool_.lt(a(), b());
    if (is("saddo")) return signs_differ(exact(Op::Add, 1, true));
    if (is("ssubo")) return signs_differ(exact(Op::Sub, 1, true));
    if (is("udivo")) return pool_.boolean(false);
    if (is("sdivo")) return pool_.and_(pool_.eq(a(), least()), pool_.eq(b(), ones()));
    if (is("umulo")) {
      const Expr high = slice(exact(Op::Mul, width_, false), 2 * width_ - 1, width_);
      return pool_.not_(pool_.eq(high, constant(0, width_)));
    }
    if (!is("smulo")) return {};
    const Expr high = slice(exact(Op::Mul, width_, true), 2 * width_ - 1, width_ - 1);  // all of them the sign
    const Expr none = constant(0, width_ + 1), all = constant(power_of_two(width_ + 1) - 1, width_ + 1);
    return pool_.not_(pool_.or_(pool_.eq(high, none), pool_.eq(high, all)));
  }

  Expr shape() {
    if (is("concat")) return pool_.make(Op::Concat, type(width_ + btor2_width(args_[1])), {a(), b()});
    if (is("slice")) return width_ == 1 ? args_[0] : from_word(slice(a(), numbers_[0], numbers_[1]));
    if (is("uext") || is("sext")) return numbers_[0] == 0 ? args_[0] : extend(a(), numbers_[0], is("sext"));
    return is("ite") ? pool_.ite(args_[0], args_[1], args_[2]) : Expr();
  }

  ExprPool& pool_;
  std::string_view name_;
  std::span<const Expr> args_;
  std::span<const std::uint32_t> numbers_;
  std::uint32_t width_;
};

}  // namespace

const Btor2Shape* btor2_operator(std::string_view name) {
  const auto found = std::find_if(shapes.begin(), shapes.end(), [&](const Btor2Shape& s) { return s.name == name; });
  return found == shapes.end() ? nullptr : &*found;
}

Type btor2_type(ExprPool& pool, std::uint32_t width) {
  return width == 1 ? pool.boolean_type() : pool.word_type(width, false);
}

std::uint32_t btor2_width(Expr e) { return e.type().is_boolean() ? 1 : e.type().width(); }

Expr btor2_constant(ExprPool& pool, const Integer& n, std::uint32_t width) {
  if (width == 1) return pool.boolean((n & 1) != 0);
  return pool.constant(Value::word(width, false, n), btor2_type(pool, width));
}

Expr btor2_apply(ExprPool& pool, const Btor2Shape& shape, std::span<const Expr> args,
                 std::span<const std::uint32_t> numbers) {
  return Apply(pool, shape.name, args, numbers).run();
}

}  // namespace whynot::front::hardware
