// Lines as words.
#pragma once
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace whynot::front::verilog {

inline std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  const std::string_view blanks = " \t\r";
  for (std::size_t begin = text.find_first_not_of(blanks); begin != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
    words.emplace_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(blanks, end);
  }
  return words;
}

}  // namespace whynot::front::verilog
