// Names, texts and places as the pushdown language writes them.
#include "front/c/pds_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace whynot::front::c {

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\\\n";
    else if (c == '\t')
      out += "\\\\t";
    else if (c == '\r')
      out += "\\\\r";
    else if (static_cast<unsigned char>(c) < 32)
      out += fmt::format("\\\\x{:02x}", c);
    else
      out += c;
  }
  return out + "\"";
}

std::string name_text(const std::string& name) {
  const bool plain = !name.empty() && !std::isdigit(static_cast<unsigned char>(name[0])) &&
                     std::all_of(name.begin(), name.end(), [](unsigned char c) {
                       return std::isalnum(c) || c == '_' || c == '.' || c == '$' || c == ':' || c == '#';
                     });
  return plain ? name : in_quotes(name);
}

std::string place_text(const Place& place) {
  if (place.line == 0 || place.file.empty()) return "";
  const std::string text = fmt::format("{}:{}", place.file, place.line);
  return " ! " + (text.find_first_of(" \t\"") == std::string::npos ? text : in_quotes(text));
}

}  // namespace whynot::front::c
