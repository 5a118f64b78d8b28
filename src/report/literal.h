// Values as other tools spell them.  A reader that does not know the model keeps what it found: a text as a
// symbol of that name, a JSON number as an integer.  `conform` makes it a value of a column's type, once the
// model is known.
#pragma once
#include <optional>
#include <string_view>

#include "expr/type.h"
#include "expr/value.h"

namespace whynot::report {

// What a text means by its looks: TRUE and FALSE; integers; words in any base (0ud8_255, 0ub3_100, 0uh8_ff,
// -0sd8_1, 0sd8_-1); terms f(a, b), {sets}, {|bags|}, [lists], {k -> v} maps; else the symbol of that name.
// Texts nested too deep, words too wide and numbers too long are symbols too, of no type.
Value read_literal(std::string_view);

// The value of `type` that `found` stands for, or nothing.  Booleans may be 0 and 1, true and false; words
// may be plain integers; texts are read as literals.
std::optional<Value> conform(const Value& found, Type type);

// `found` with every text in it read as a literal: what it is when no type tells.
Value by_looks(const Value& found);

}  // namespace whynot::report
