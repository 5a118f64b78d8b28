// Integers of any size: counts of traces, bounds of types, wide words.
#pragma once
#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace whynot {

using Integer = boost::multiprecision::cpp_int;

// Decimal.  Use this rather than n.str(): the compiler warns about Boost's code wherever that is inlined.
std::string to_string(const Integer& n);

// Digits of `base` 2, 8, 10 or 16 (underscores skipped), without sign; nothing if a character does not fit.
std::optional<Integer> parse_digits(std::string_view digits, unsigned base);

inline bool fits_int64(const Integer& n) {
  return n >= std::numeric_limits<std::int64_t>::min() && n <= std::numeric_limits<std::int64_t>::max();
}

inline Integer power_of_two(std::size_t exponent) { return Integer(1) << exponent; }

// Bits needed to write 0..n; 0 for n = 0.
inline std::size_t bit_width(const Integer& n) { return n == 0 ? 0 : boost::multiprecision::msb(n) + 1; }

}  // namespace whynot
