// A text as words, of any language of a front end: names, numbers, signs.  For those who look at a text without a
// parser: an editor's half-written one, or where in a source a name stands.
#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

namespace whynot::session {

struct SourceWord {
  std::size_t begin = 0, end = 0;  // bytes, half open
  bool is_name = false;
};

// In order, without comments; a sign is a word of its own, and so is `:=`.
std::vector<SourceWord> source_words(std::string_view text, std::string_view front);

}  // namespace whynot::session
