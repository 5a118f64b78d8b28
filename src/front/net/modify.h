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
};
// `171.67.160.0/19`, or `ab43a000/19`; nothing for anything else.
std::optional<Prefix> read_prefix(std::string_view);

struct Moved {
  std::size_t rules = 0, of = 0;  // of all rules that match destinations
};
// Each rule of the tables that matches destinations is moved, with this probability, into the range of the prefix: as
// many leading bits as the prefix has become those of the prefix, as far as the rule matches them.
Moved modify(Tables&, double probability, const Prefix& toward, std::uint64_t seed);

}  // namespace whynot::front::net
