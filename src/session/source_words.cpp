#include "session/source_words.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace whynot::session {
namespace {

// What is no word: comments, and texts in quotes.
struct Left {
  std::string_view front, begins, ends;
};
constexpr std::array left_out = std::to_array<Left>({
    {"smv", "/--", "--/"},
    {"smv", "--", "\n"},
    {"ots", "//", "\n"},
    {"ots", "/*", "*/"},
    {"pds", "#", "\n"},
    {"verilog", "//", "\n"},
    {"verilog", "/*", "*/"},
    {"verilog", "\"", "\""},
});

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool in_name(char c) { return begins_name(c) || std::isdigit(static_cast<unsigned char>(c)) || c == '$' || c == '#'; }

// The place behind what is left out; where there is nothing of that kind, `at`.
std::size_t behind_left_out(std::string_view text, std::string_view front, std::size_t at) {
  const std::string_view rest = text.substr(at);
  for (const Left& left : left_out) {
    if (left.front != front || !rest.starts_with(left.begins)) continue;
    const std::size_t end = rest.find(left.ends, left.begins.size());
    return end == std::string_view::npos ? text.size() : at + end + left.ends.size();
  }
  return at;
}

}  // namespace

std::vector<SourceWord> source_words(std::string_view text, std::string_view front) {
  // `-` is part of a name of SMV where a further letter follows.
  const auto goes_on = [&](std::size_t i) {
    return in_name(text[i]) || (front == "smv" && text[i] == '-' && i + 1 < text.size() && in_name(text[i + 1]));
  };
  std::vector<SourceWord> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t behind = behind_left_out(text, front, at);
    if (behind > at || std::isspace(static_cast<unsigned char>(text[at]))) {
      at = std::max(behind, at + 1);
      continue;
    }
    SourceWord word{at, at + 1, begins_name(text[at])};
    while (in_name(text[at]) && word.end < text.size() && goes_on(word.end)) ++word.end;
    if (text.substr(at, 2) == ":=") ++word.end;
    at = word.end;
    words.push_back(word);
  }
  return words;
}

}  // namespace whynot::session
