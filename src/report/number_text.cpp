// One pair of functions for each notation, to write a number and to read it.
#include "report/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "report/literal.h"

namespace whynot::report {
namespace {

std::string digits_of(Integer n, unsigned base, std::size_t least) {
  std::string out;
  for (; n != 0 || out.size() < least; n /= base) out += "0123456789abcdef"[static_cast<unsigned>(n % base)];
  std::reverse(out.begin(), out.end());
  return out;
}

std::string ipv4(const Integer& n) {
  std::string out;
  for (unsigned shift : {24, 16, 8, 0})
    out += fmt::format("{}{}", out.empty() ? "" : ".", static_cast<unsigned>((n >> shift) & 255));
  return out;
}

// The longest run of zero groups is left out (RFC 5952).
std::string ipv6(const Integer& n) {
  unsigned group[8];
  for (unsigned i = 0; i < 8; ++i) group[i] = static_cast<unsigned>((n >> (112 - 16 * i)) & 0xffff);
  unsigned best = 8, length = 1;
  for (unsigned i = 0; i < 8; ++i) {
    unsigned zeros = 0;
    while (i + zeros < 8 && group[i + zeros] == 0) ++zeros;
    if (zeros > length) {
      best = i;
      length = zeros;
    }
  }
  std::string out;
  for (unsigned i = 0; i < 8; ++i) {
    if (i == best) {
      out += "::";
      i += length - 1;
      continue;
    }
    out += fmt::format("{}{:x}", out.empty() || out.ends_with(':') ? "" : ":", group[i]);
  }
  return out;
}

std::optional<Integer> read_ipv4(std::string_view text) {
  Integer n = 0;
  for (int part = 0; part < 4; ++part) {
    const std::size_t end = part < 3 ? text.find('.') : text.size();
    const auto byte =
        end == std::string_view::npos || end == 0 || end > 3 ? std::nullopt : parse_digits(text.substr(0, end), 10);
    if (!byte || *byte > 255) return std::nullopt;
    n = n * 256 + *byte;
    text.remove_prefix(part < 3 ? end + 1 : end);
  }
  return n;
}

std::optional<Integer> read_ipv6(std::string_view text) {
  std::vector<Integer> before, after;
  std::vector<Integer>* to = &before;
  if (text.starts_with("::")) {
    to = &after;
    text.remove_prefix(2);
  }
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(':'), text.size());
    const auto group = end == 0 || end > 4 ? std::nullopt : parse_digits(text.substr(0, end), 16);
    if (!group) return std::nullopt;
    to->push_back(*group);
    text.remove_prefix(end);
    if (text.starts_with("::")) {
      if (to == &after) return std::nullopt;
      to = &after;
      text.remove_prefix(2);
    } else if (text.starts_with(":")) {
      text.remove_prefix(1);
      if (text.empty()) return std::nullopt;
    }
  }
  if (to == &before ? before.size() != 8 : before.size() + after.size() > 7) return std::nullopt;
  before.resize(8 - after.size(), 0);
  before.insert(before.end(), after.begin(), after.end());
  Integer n = 0;
  for (const Integer& group : before) n = n * 65536 + group;
  return n;
}

}  // namespace

std::string number_text(const Integer& n, const NumberStyle& style) {
  if (style.symbols && n >= 0 && n < style.symbols->size()) return (*style.symbols)[static_cast<std::size_t>(n)];
  const Integer bits = n < 0 ? Integer(n + power_of_two(style.width)) : n;
  if (style.as == "ipv4" && style.width <= 32) return ipv4(bits);
  if (style.as == "ipv6" && style.width <= 128) return ipv6(bits);
  if (style.as == "hex") return "0x" + digits_of(bits, 16, (style.width + 3) / 4);
  if (style.as == "bin") return digits_of(bits, 2, style.width);
  return to_string(n);
}

static std::string_view address_of(unsigned width) {
  if (width == 32) return "ipv4";
  return width == 128 ? "ipv6" : plain_words;
}

std::string word_text(const Value& word, std::string_view as) {
  if (as.empty() || as == "smv") return word.to_string();
  if (as == "ipv4" || as == "ipv6") as = address_of(word.width());
  if (as == plain_words) return to_string(word.as_integer());
  const Integer bits = word.bits();
  if (as != "signed") return number_text(bits, {word.width(), false, std::string(as)});
  const Integer half = power_of_two(word.width() - 1);
  return to_string(bits < half ? bits : Integer(bits - 2 * half));
}

namespace {

bool continues(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }

// Where the word that begins here ends, its sign included: 0sd8_-1.
std::size_t end_of_token(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (continues(text[at]) && end < text.size() && continues(text[end])) ++end;
  if (!text.substr(at, end - at).starts_with("0sd") || text[end - 1] != '_' || !text.substr(end).starts_with('-'))
    return end;
  for (++end; end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]));) ++end;
  return end;
}

// The length of a command that begins here, up to the end of its line or of its quotes; 0: none does.
std::size_t command_length(std::string_view rest) {
  if (!rest.starts_with("whynot ") && !rest.starts_with("--predicate ")) return 0;
  return std::min(rest.find_first_of("`\n"), rest.size());
}

}  // namespace

std::string with_words_as(std::string_view text, std::string_view as) {
  if (as.empty() || as == "smv") return std::string(text);
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t command = command_length(text.substr(at));
    const std::size_t end = command > 0 ? at + command : end_of_token(text, at);
    const std::string_view token = text.substr(at, end - at);
    const bool may_be_word = token.starts_with("0ud") || token.starts_with("0sd");
    const Value value = may_be_word ? read_literal(token) : Value();
    out += may_be_word && value.is_word() ? word_text(value, as) : std::string(token);
    at = end;
  }
  return out;
}

std::string interval_text(const Interval& i, const NumberStyle& style) {
  if (i.lo == i.hi) return number_text(i.lo, style);
  return number_text(i.lo, style) + ".." + number_text(i.hi, style);
}

std::optional<Integer> read_number(std::string_view text, const NumberStyle& style) {
  if (text.empty()) return std::nullopt;
  if (style.symbols)
    for (std::size_t i = 0; i < style.symbols->size(); ++i)
      if ((*style.symbols)[i] == text) return Integer(i);
  const auto as_number = [&](std::optional<Integer> bits) {
    if (bits && style.is_signed && *bits >= power_of_two(style.width - 1) && *bits < power_of_two(style.width))
      *bits -= power_of_two(style.width);
    return bits;
  };
  if (text.starts_with("0x")) return text.size() > 2 ? as_number(parse_digits(text.substr(2), 16)) : std::nullopt;
  if (style.as == "bin") return as_number(parse_digits(text, 2));
  if (std::count(text.begin(), text.end(), '.') == 3) return read_ipv4(text);
  if (text.find(':') != std::string_view::npos) return read_ipv6(text);
  const Value v = read_literal(text);
  if (v.is_boolean()) return Integer(v.as_boolean() ? 1 : 0);
  return v.is_integer() || v.is_word() ? std::optional<Integer>(v.as_integer()) : std::nullopt;
}

std::string grouped(const Integer& n) {
  const std::string digits = to_string(n);
  const std::size_t sign = n < 0 ? 1 : 0;
  std::string out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > sign && (digits.size() - i) % 3 == 0) out += ' ';
    out += digits[i];
  }
  return out;
}

}  // namespace whynot::report
