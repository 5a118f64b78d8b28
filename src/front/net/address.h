// Addresses and prefixes of IPv4 and IPv6 as people write them.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "front/net/tables.h"

namespace whynot::front::net {

struct Prefix {
  Bits value = 0;  // as a number of `width` bits
  std::size_t length = 0;
  std::size_t width = 32;  // of the address; 0: it was a number, of whatever width is meant

  Bits mask() const { return whynot::net::leading_bits(length, width == 0 ? 32 : width); }
  bool contains(const Prefix& other) const {
    return width == other.width && length <= other.length && (other.value & mask()) == (value & mask());
  }
  // As a condition on a field.  REQUIRES length <= width.
  Ternary on(std::size_t field_width) const {
    const Bits there = whynot::net::leading_bits(length, field_width);
    return {value & there, there};
  }
};

// `171.67.160.0/19`, `2001:db8::/32`, or `ab43a000/19`; nothing for anything else.  Bits beyond the length may be set.
std::optional<Prefix> read_prefix(std::string_view);
// The same, or an address alone, which is a prefix of full length; no numbers.  `10.0.0.0/255.0.0.0` too.
std::optional<Prefix> read_address(std::string_view);
// As it is usually written.
std::string prefix_text(const Prefix&);

// The numbers LO..HI of so many bits as the least list of conditions.  REQUIRES lo <= hi.
std::vector<Ternary> range(Bits lo, Bits hi, std::size_t width);
// What the conditions do not match, as disjoint ones.
std::vector<Ternary> outside(const std::vector<Ternary>&, std::size_t width);

}  // namespace whynot::front::net
