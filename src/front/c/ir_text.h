// Pieces of lines of LLVM's text: types, names, balanced brackets.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace whynot::front::c {

// Behind the bracket that closes the one at `at`; the end of the text when none does.  Strings are skipped.
std::size_t behind_bracket(std::string_view text, std::size_t at);
// Parts between commas that no bracket encloses, blanks trimmed.
std::vector<std::string_view> split_commas(std::string_view);
// The type that the text begins with: `i8*`, `void (i32)*`, `[4 x i8]`, `%struct.a`.
std::string_view leading_type(std::string_view);
// The name behind a sigil at `at`: `main` of `@main`, `a b` of `@"a b"`.  Moves `at` behind it.
std::string read_name(std::string_view text, std::size_t& at);
std::string_view trimmed(std::string_view);
// c"…" of the language: \XX are bytes; what follows the first zero byte is cut.
std::string decoded_string(std::string_view);
// The value of `key: value` in a metadata node; empty when it has none.
std::string_view metadata_field(std::string_view node, std::string_view key);

}  // namespace whynot::front::c
