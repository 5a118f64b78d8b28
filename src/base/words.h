// A line of the shell as words, quoted as a POSIX shell has it: 'as it stands', "with \" and \\ inside", \x.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace whynot {

// Nothing when a quote is not closed.  A `#` at the beginning of a word starts a comment.
std::optional<std::vector<std::string>> split_words(std::string_view line);
// The word with quotes where it needs them, so that split_words gives it back.
std::string quoted_word(std::string_view word);
std::string quoted_words(const std::vector<std::string>& words);  // one blank between them

// The line with a further word behind its command, where neither a comment nor a `--` hides it.
std::string with_word(std::string_view line, std::string_view word);

}  // namespace whynot
