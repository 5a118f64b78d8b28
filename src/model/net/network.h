// A network as locations between which packets move: at each location an ordered list of rules over the
// packet's header, of which the first that matches tells the next location.  This is the form in which Toda &
// Inoue model networks; everything that happens between two routing decisions (rewriting of VLANs, filters on
// the way out and in, links) is folded into the rules.  The text of an SMV model is written from it, and questions
// about all headers at once are answered on it.
#pragma once
#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"

namespace whynot::net {

enum class Field : std::uint8_t { Ctrl, TpDst, TpSrc, Proto, IpDst, IpSrc, Vlan };
constexpr std::size_t field_count = 7;
constexpr std::size_t index_of(Field f) { return static_cast<std::size_t>(f); }

// Of those that a packet of the model has: their names there.
struct NamedField {
  Field field;
  std::string_view name;
};
constexpr std::array<NamedField, 5> packet_fields = {{{Field::IpDst, "ipdst"},
                                                      {Field::IpSrc, "ipsrc"},
                                                      {Field::Proto, "proto"},
                                                      {Field::TpDst, "tpdst"},
                                                      {Field::TpSrc, "tpsrc"}}};

// A field's value: an address of IPv6 is the widest.
using Bits = unsigned __int128;
constexpr std::size_t most_bits = 128;
constexpr Bits low_bits(std::size_t n) { return n == most_bits ? ~Bits{0} : (Bits{1} << n) - 1; }
// A mask of the first `length` bits of a field.  REQUIRES length <= width <= most_bits.
constexpr Bits leading_bits(std::size_t length, std::size_t width) {
  return low_bits(width) & ~low_bits(width - length);
}
constexpr Bits highest_bit(Bits n) {  // 0 of 0
  const auto high = static_cast<std::uint64_t>(n >> 64);
  return high != 0 ? Bits{std::bit_floor(high)} << 64 : Bits{std::bit_floor(static_cast<std::uint64_t>(n))};
}
constexpr std::size_t count_ones(Bits n) {
  return static_cast<std::size_t>(std::popcount(static_cast<std::uint64_t>(n))) +
         static_cast<std::size_t>(std::popcount(static_cast<std::uint64_t>(n >> 64)));
}

using Widths = std::array<std::size_t, field_count>;  // in bits
constexpr Widths usual_widths = {8, 16, 16, 8, 32, 32, 16};

struct Ternary {  // the bits of `mask` are those of `value`; value has no others
  Bits value = 0, mask = 0;

  bool matches(Bits n) const { return (n & mask) == value; }
  friend auto operator<=>(const Ternary&, const Ternary&) = default;
};
using Match = std::array<Ternary, field_count>;
using Header = std::array<Bits, field_count>;

inline bool matches(const Match& m, const Header& h) {
  for (std::size_t f = 0; f < field_count; ++f)
    if (!m[f].matches(h[f])) return false;
  return true;
}

// A conjunction of conditions on fields; what is not constrained has mask 0.  VLAN and ctrl do not occur.
struct Rule {
  Match when = {};
  std::vector<std::size_t> to;  // locations; several: any of them
  Span line = {};               // of the tables, that decides: of the routing table, or of the filter that drops
};

struct Location {
  std::string name;
  std::vector<Rule> rules;  // none: packets stay here.  If no rule matches, the packet is dropped
};

struct Network {
  std::vector<Location> locations;  // the last one is `drop`
  std::size_t first_end = 0;        // from here on locations have no rules
  Widths widths = usual_widths;
  std::vector<std::string> notes;  // what was approximated, and how often

  std::size_t drop() const { return locations.size() - 1; }
  bool is_end(std::size_t location) const { return location >= first_end; }
};

}  // namespace whynot::net
