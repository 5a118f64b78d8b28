// Numbers of a variable as people write them: addresses, hexadecimal, binary, symbols.
#pragma once
#include <string>
#include <string_view>

#include "expr/value.h"
#include "report/finding/intervals.h"

namespace whynot::report {

struct NumberStyle {
  std::size_t width = 1;  // bits
  bool is_signed = false;
  std::string as;  // ipv4, ipv6, hex, dec, bin; empty: decimal
  const std::vector<std::string>* symbols = nullptr;
};

inline NumberStyle number_style(const Intervals& i) { return {i.width, i.is_signed, i.as, &i.symbols}; }

std::string number_text(const Integer&, const NumberStyle&);
// `lo..hi`, or the one number.
std::string interval_text(const Interval&, const NumberStyle&);

// What `number_text` writes, and SMV's literals; nothing for anything else.
std::optional<Integer> read_number(std::string_view, const NumberStyle&);

// A word as `plain_words`, hex, dec, signed, bin, or as an address of as many bits as it has; `smv` or empty: as SMV
// writes it.
inline constexpr std::string_view plain_words = "number";  // by its own type
std::string word_text(const Value& word, std::string_view as);
// A sentence with SMV's words (0ud8_255) written that way; commands within it stay as they are, to be run.
std::string with_words_as(std::string_view text, std::string_view as);

// Groups of three digits, for counts: 4 294 967 296.
std::string grouped(const Integer&);

}  // namespace whynot::report
