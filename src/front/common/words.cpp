// Words: shifts, bits, widths, signs, and the ways to and from booleans and integers.
#include <fmt/format.h>

#include "front/common/elaborate.h"
#include "front/common/typing.h"

namespace whynot::front {

Term Elaborator::shifted(NodeId id, Op op) {
  const Expr word = operand(id, 0), distance = operand(id, 1);
  if (!word || !distance) return {};
  const Type by = distance.type();
  const bool by_word = by.is_word() && !by.is_signed();
  if (!word.type().is_word() || (!by_word && (is_set(by) || !by.is_integer_like()))) {
    const Expr both[] = {word, distance};
    return mismatch(id, "a shift takes a word, and an integer or an unsigned word as the distance", both);
  }
  const Expr result = pool_.make(op, word.type(), {word, distance});
  const Integer width = word.type().width();
  std::optional<Integer> constant = static_integer(pool_, distance);
  if (!constant && by_word && distance.is(Op::Constant)) constant = pool_.value_of(distance).bits();
  if (constant && (*constant < 0 || *constant > width)) {
    error(id, "smv.shift-out-of-range",
          fmt::format("{} shifts {} bits by {}", quote(id), to_string(width), to_string(*constant)));
    return {};
  }
  const bool inside = constant || (by_word ? power_of_two(by.width()) - 1 <= width : by.lo() >= 0 && by.hi() <= width);
  if (!inside) hazards_.add(result, Hazard::Kind::ShiftTooFar, syntax_->span(id));
  return Term::of(result);
}

Term Elaborator::concat(NodeId id) {
  const Expr a = operand(id, 0), b = operand(id, 1);
  if (!a || !b) return {};
  const Expr both[] = {a, b};
  if (!a.type().is_word() || !b.type().is_word()) return mismatch(id, "`::` takes two words", both);
  if (std::uint64_t{a.type().width()} + b.type().width() > max_word_width)
    return refused(id, "smv.word-width", fmt::format("{} is wider than {} bits", quote(id), max_word_width));
  return Term::of(pool_.make(Op::Concat, pool_.word_type(a.type().width() + b.type().width(), false), {a, b}));
}

Term Elaborator::bits(NodeId id) {
  const Expr word = operand(id, 0);
  const auto high = constant_operand(id, 1, "a bit's number"), low = constant_operand(id, 2, "a bit's number");
  if (!word || !high || !low) return {};
  if (!word.type().is_word()) return mismatch(id, "`[h:l]` takes a word", std::span(&word, 1));
  if (*low < 0 || *high < *low || *high >= word.type().width()) {
    error(id, "smv.bit-selection",
          fmt::format("{} selects bits {} to {} of a word with bits {} to 0", quote(id), to_string(*high),
                      to_string(*low), word.type().width() - 1))
        .help = "the high bit comes first: `w[h:l]`";
    return {};
  }
  const auto h = static_cast<std::uint32_t>(*high), l = static_cast<std::uint32_t>(*low);
  return Term::of(pool_.make(Op::Extract, pool_.word_type(h - l + 1, false), {word}, h, l));
}

Term Elaborator::to_boolean(NodeId id) {
  const Expr e = operand(id, 0);
  if (!e) return {};
  if (e.type().is_word() && e.type().width() == 1 && !e.type().is_signed())
    return Term::of(pool_.make(Op::BoolOfWord, pool_.boolean_type(), {e}));
  if (!is_set(e.type()) && e.type().is_integer_like()) return Term::of(pool_.not_(pool_.eq(e, pool_.integer(0))));
  if (e.type().is_boolean()) return Term::of(e);  // NuSMV lets it pass in assignments
  return mismatch(id, "`bool` takes an unsigned word[1] or an integer", std::span(&e, 1));
}

Term Elaborator::word_of_boolean(NodeId id) {
  const Expr e = operand(id, 0);
  if (!e) return {};
  if (!e.type().is_boolean()) return mismatch(id, "`word1` takes a boolean", std::span(&e, 1));
  if (facts_.is_temporal(e))
    return refused(id, "smv.temporal-operand", fmt::format("{} makes a word of a temporal formula", quote(id)));
  return Term::of(pool_.make(Op::WordOfBool, pool_.word_type(1, false), {e}));
}

Term Elaborator::change_sign(NodeId id, bool to_signed) {
  const Expr e = operand(id, 0);
  if (!e) return {};
  if (!e.type().is_word() || e.type().is_signed() == to_signed)
    return mismatch(id, to_signed ? "`signed` takes an unsigned word" : "`unsigned` takes a signed word",
                    std::span(&e, 1));
  return Term::of(
      pool_.make(to_signed ? Op::ToSigned : Op::ToUnsigned, pool_.word_type(e.type().width(), to_signed), {e}));
}

// extend(w, n) by n bits, resize(w, n) to n bits.
Term Elaborator::change_width(NodeId id, Op op) {
  const Expr e = operand(id, 0);
  const auto n = constant_operand(id, 1, "a width");
  if (!e || !n) return {};
  if (!e.type().is_word()) return mismatch(id, "`extend` and `resize` take a word and a constant", std::span(&e, 1));
  const Integer width = op == Op::Extend ? Integer(e.type().width() + *n) : *n;
  if (*n < 0 || width < 1 || width > max_word_width) {
    error(id, "smv.word-width",
          fmt::format("{} gives a word of {} bits; there are 1 to {}", quote(id), to_string(width), max_word_width));
    return {};
  }
  const Type type = pool_.word_type(static_cast<std::uint32_t>(width), e.type().is_signed());
  return Term::of(pool_.make(op, type, {e}, static_cast<std::uint64_t>(*n)));
}

Term Elaborator::word_constant(NodeId id, bool is_signed) {
  const auto n = constant_operand(id, 0, "the value of a word constant"), width = constant_operand(id, 1, "a width");
  if (!n || !width) return {};
  if (*width < 1 || *width > max_word_width) {
    error(id, "smv.word-width",
          fmt::format("{} gives a word of {} bits; there are 1 to {}", quote(id), to_string(*width), max_word_width));
    return {};
  }
  const auto w = static_cast<std::uint32_t>(*width);
  // As NuSMV, a negative number may stand for its bits in an unsigned word too.
  const Integer least = -power_of_two(w - 1), most = (is_signed ? power_of_two(w - 1) : power_of_two(w)) - 1;
  if (*n < least || *n > most) {
    error(id, "smv.word-constant", fmt::format("{} does not fit in {} bits", to_string(*n), w));
    return {};
  }
  const Integer bits = *n < 0 ? Integer(*n + power_of_two(w)) : *n;
  return Term::of(pool_.constant(Value::word(w, is_signed, bits), pool_.word_type(w, is_signed)));
}

Term Elaborator::size_of(NodeId id) {
  const Expr e = operand(id, 0);
  if (!e) return {};
  if (!e.type().is_word()) return mismatch(id, "`sizeof` takes a word", std::span(&e, 1));
  return Term::of(pool_.integer(e.type().width()));
}

Term Elaborator::to_integer(NodeId id) {
  const Expr e = operand(id, 0);
  if (!e) return {};
  if (!is_set(e.type()) && e.type().is_integer_like()) return Term::of(e);
  if (e.type().is_boolean() && !facts_.is_temporal(e))
    return Term::of(pool_.ite(e, pool_.integer(1), pool_.integer(0)));
  if (!e.type().is_word()) return mismatch(id, "`toint` takes a word, a boolean or an integer", std::span(&e, 1));
  const std::uint32_t w = e.type().width();
  if (w > max_integer_bits)
    return refused(id, "smv.integer-too-large",
                   fmt::format("{} may have more than {} bits", quote(id), max_integer_bits));
  const Type type = e.type().is_signed() ? pool_.range_type(-power_of_two(w - 1), power_of_two(w - 1) - 1)
                                         : pool_.range_type(0, power_of_two(w) - 1);
  return Term::of(pool_.make(Op::ToInt, type, {e}));
}

}  // namespace whynot::front
