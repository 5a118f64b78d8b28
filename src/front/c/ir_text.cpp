// Small scanners that skip a type, a name or a bracketed group.
#include "front/c/ir_text.h"

#include <cctype>

namespace whynot::front::c {
namespace {

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '$' || c == '-';
}

std::size_t behind_string(std::string_view text, std::size_t at) {
  const std::size_t close = text.find('"', at + 1);
  return close == std::string_view::npos ? text.size() : close + 1;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace

std::size_t behind_bracket(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"') {
      at = behind_string(text, at);
      continue;
    }
    ++at;
    if (c == '(' || c == '[' || c == '{' || c == '<') ++depth;
    if ((c == ')' || c == ']' || c == '}' || c == '>') && --depth == 0) return at;
  }
  return text.size();
}

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split_commas(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0, at = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '(' || c == '[' || c == '{' || c == '<')
      at = behind_bracket(text, at);
    else if (c == '"')
      at = behind_string(text, at);
    else if (c == ',') {
      parts.push_back(trimmed(text.substr(begin, at - begin)));
      begin = ++at;
    } else
      ++at;
  }
  if (const auto last = trimmed(text.substr(begin)); !last.empty() || !parts.empty()) parts.push_back(last);
  return parts;
}

std::string_view leading_type(std::string_view text) {
  std::size_t at = 0;
  const auto word = [&] {
    while (at < text.size() && text[at] != ' ' && text[at] != ',' && text[at] != ')') {
      const char c = text[at];
      if (c == '[' || c == '{' || c == '<' || c == '(')
        at = behind_bracket(text, at);
      else if (c == '"')
        at = behind_string(text, at);
      else
        ++at;
    }
  };
  word();
  while (at + 1 < text.size() && text[at] == ' ' &&
         (text[at + 1] == '(' || text[at + 1] == '*')) {  // a function's type
    ++at;
    word();
  }
  return text.substr(0, at);
}

std::string read_name(std::string_view text, std::size_t& at) {
  std::size_t begin = ++at;  // behind the sigil
  if (at < text.size() && text[at] == '"') {
    at = behind_string(text, at);
    return std::string(text.substr(begin + 1, at - begin - 2));
  }
  while (at < text.size() && is_name_character(text[at])) ++at;
  return std::string(text.substr(begin, at - begin));
}

std::string decoded_string(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (text.substr(i, 2) == "\\\\") {  // a backslash
      ++i;
    } else if (c == '\\' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 && hex_digit(text[i + 2]) >= 0) {
      c = static_cast<char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
      i += 2;
    }
    if (c == '\0') break;
    out += c;
  }
  return out;
}

std::string_view metadata_field(std::string_view node, std::string_view key) {
  const std::size_t open = node.find('(');
  if (open == std::string_view::npos) return {};
  const std::size_t close = behind_bracket(node, open);
  for (std::string_view part : split_commas(node.substr(open + 1, close - open - 2)))
    if (part.starts_with(key) && part.substr(key.size()).starts_with(":")) return trimmed(part.substr(key.size() + 1));
  return {};
}

}  // namespace whynot::front::c
