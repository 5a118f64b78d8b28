// Decodes UTF-8 once, character by character; what does not decode is shown as bytes.
#include "report/spelling.h"

#include <fmt/format.h>

namespace whynot::report {
namespace {

struct Character {
  std::size_t length = 0;  // 0: not UTF-8
  char32_t code = 0;
};

Character decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return {1, first};
  std::size_t length = 2;
  if (first >= 0xe0) length = first >= 0xf0 ? 4 : 3;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return {};
  char32_t code = first & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3fu);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (overlong || surrogate || code > 0x10ffff) return {};
  return {length, code};
}

bool steers_a_terminal(char32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) ||
         c == 0xfffe || c == 0xffff;
}

template <class Keep>
std::string escaped(std::string_view text, Keep keep) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character c = decode(text);
    const std::size_t length = std::max<std::size_t>(c.length, 1);
    if (c.length != 0 && keep(c.code))
      out += text.substr(0, length);
    else
      for (const char byte : text.substr(0, length)) out += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
    text.remove_prefix(length);
  }
  return out;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  return escaped(text, [](char32_t) { return true; });
}

std::string printable(std::string_view text) {
  return escaped(text, [](char32_t c) { return !steers_a_terminal(c); });
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (const char c : text) width += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  return width;
}

std::string padded(std::string_view text, std::size_t width) {
  std::string out(text);
  const std::size_t has = display_width(text);
  if (has < width) out.append(width - has, ' ');
  return out;
}

// Greedy with one point of return, the last star: linear memory, at worst pattern times text in time.
bool glob_match(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

bool any_glob_matches(const std::vector<std::string>& patterns, std::string_view text) {
  for (const std::string& pattern : patterns)
    if (glob_match(pattern, text)) return true;
  return false;
}

std::uint32_t line_of(const Sources* sources, const Span& where) {
  return sources && where.file != 0 ? sources->place(where).line : 0;
}

std::string counted(std::size_t n, std::string_view noun, std::string_view plural) {
  if (n == 1) return fmt::format("1 {}", noun);
  return plural.empty() ? fmt::format("{} {}s", n, noun) : fmt::format("{} {}", n, plural);
}

}  // namespace whynot::report
