#include "base/integer.h"

namespace whynot {

std::string to_string(const Integer& n) { return n.str(); }

std::optional<Integer> parse_digits(std::string_view digits, unsigned base) {
  Integer value = 0;
  bool any = false;
  for (char c : digits) {
    if (c == '_') continue;
    unsigned digit = 99;
    if (c >= '0' && c <= '9') digit = static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') digit = static_cast<unsigned>(c - 'a' + 10);
    if (c >= 'A' && c <= 'F') digit = static_cast<unsigned>(c - 'A' + 10);
    if (digit >= base) return std::nullopt;
    value = value * base + digit;
    any = true;
  }
  if (!any) return std::nullopt;
  return value;
}

}  // namespace whynot
