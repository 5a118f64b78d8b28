// Lines and words of the tables that routers print.
#pragma once
#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

#include "base/source.h"

namespace whynot::front::net {

inline std::vector<std::string_view> words_of(std::string_view line, std::string_view between) {
  std::vector<std::string_view> words;
  for (std::size_t begin = line.find_first_not_of(between); begin < line.size();) {
    const std::size_t end = std::min(line.find_first_of(between, begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = std::min(line.find_first_not_of(between, end), line.size());
  }
  return words;
}

inline bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

inline std::optional<std::uint32_t> whole_number(std::string_view digits, int base = 10) {
  std::uint32_t n = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n, base);
  const bool whole = !digits.empty() && error == std::errc() && end == digits.data() + digits.size();
  return whole ? std::optional(n) : std::nullopt;
}

// Without the spaces at the end.
template <class Use>
void for_each_line(std::string_view text, Use use) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) line.remove_suffix(1);
    use(line);
    begin = end + 1;
  }
}

inline Span span_in(FileId file, std::string_view text, std::string_view part) {
  const auto begin = static_cast<std::uint32_t>(part.data() - text.data());
  return {file, begin, static_cast<std::uint32_t>(begin + part.size())};
}

}  // namespace whynot::front::net
