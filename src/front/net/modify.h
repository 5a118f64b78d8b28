// The paper's misconfiguration (Toda & Inoue 2021, section 8): rules on destinations moved into a range.
#pragma once
#include <optional>
#include <string_view>

#include "front/net/tables.h"

namespace whynot::front::net {

struct Prefix {
  std::uint32_t value = 0;
  std::size_t length = 0;

  std::uint32_t mask() const { return length == 0 ? 0 : ~std::uint32_t{0} << (32 - length); }
  // Of numbers of another width, it is their leading bits.  REQUIRES length <= width.
  Ternary on(std::size_t width) const {
    const auto mask_there = static_cast<std::uint32_t>(((std::uint64_t{1} << length) - 1) << (width - length));
    return {value & mask_there, mask_there};
  }
};
// `171.67.160.0/19`, or `ab43a000/19`; nothing for anything else.  Bits beyond the length may be set.
std::optional<Prefix> read_prefix(std::string_view);

struct Moved {
  std::size_t rules = 0, of = 0;  // of all rules that match destinations
};
// Each rule of the tables that matches destinations is moved, with this probability, into the range of the prefix: as
// many leading bits as the prefix has become those of the prefix, as far as the rule matches them.
Moved modify(Tables&, double probability, const Prefix& toward, std::uint64_t seed);

}  // namespace whynot::front::net
