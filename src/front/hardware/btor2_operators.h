// The operators of BTOR2 as expressions.  Words of one bit are booleans on either side of each operator.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "expr/expr.h"

namespace whynot::front::hardware {

// What an operator takes besides its sort: arguments, then numbers (the bits of a slice).
struct Btor2Shape {
  std::string_view name;
  std::size_t arguments = 0, numbers = 0;
  // How widths go together: those of the arguments with each other, and with the result.
  enum class Widths : std::uint8_t { Alike, Compare, Reduce, Logic, Concat, Slice, Extend, Ite } widths = Widths::Alike;
};
// Null where there is no such operator on words.
const Btor2Shape* btor2_operator(std::string_view name);

// Boolean for one bit, else a word.
Type btor2_type(ExprPool&, std::uint32_t width);
std::uint32_t btor2_width(Expr);
Expr btor2_constant(ExprPool&, const Integer&, std::uint32_t width);

// REQUIRES arguments whose widths fit.
Expr btor2_apply(ExprPool&, const Btor2Shape&, std::span<const Expr> args, std::span<const std::uint32_t> numbers);

}  // namespace whynot::front::hardware
