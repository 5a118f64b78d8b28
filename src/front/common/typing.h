// Which types go together, after NuSMV's type checker: booleans are not 0 and 1, words must agree in width
// and sign, enumerations compare with each other and, where they hold numbers, with numbers.
#pragma once
#include <optional>
#include <span>
#include <string>

#include "expr/expr.h"

namespace whynot::front {

// NuSMV stops at 64; ours is a guard against slips of the pen.
constexpr std::uint32_t max_word_width = 1'000'000;
// Likewise of integers met in arithmetic, in bits.
constexpr std::size_t max_integer_bits = 4096;

enum class Category { Boolean, Number, Symbolic, Mixed, Word, Other };

// Of a scalar type, or of the elements of a set.
Category category(Type);
inline bool is_set(Type t) { return t.is(TypeKind::Set); }
inline Type element_of(Type t) { return is_set(t) ? t.element() : t; }

// Whether values of the two can be equal: the rule of `=`, `in` and `:=`.
bool comparable(Type, Type);
// Whether they can stand in one case, conditional or set: as comparable, and symbols with numbers.
bool combinable(Type, Type);
// The least type that holds the values of all; a set if one of them is.  REQUIRES pairwise combinable.
Type join_all(ExprPool&, std::span<const Type>);

// For messages: "boolean", "integer 0..7", "unsigned word[8]", "enumeration {a, b}", "set of …".
std::string describe(Type);

// The value of an expression of constants, or nothing when it has variables or an operator that constant
// expressions do not need.
std::optional<Value> static_value(const ExprPool&, Expr);
std::optional<Integer> static_integer(const ExprPool&, Expr);

}  // namespace whynot::front
