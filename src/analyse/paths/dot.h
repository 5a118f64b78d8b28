// Text for graphviz.
#pragma once
#include <string>
#include <string_view>

namespace whynot::analyse {

// A quoted string of the dot language.
inline std::string dot_quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') out += "\\n";
    else out += c;
  }
  return out + "\"";
}

}  // namespace whynot::analyse
