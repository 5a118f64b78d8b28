// The paper's misconfiguration (Toda & Inoue 2021, section 8): rules on destinations moved into a range.
#pragma once
#include "front/net/address.h"

namespace whynot::front::net {

struct Moved {
  std::size_t rules = 0, of = 0;  // of all rules that match destinations
};
// Each rule of the tables that matches destinations is moved, with this probability, into the range of the prefix: as
// many leading bits as the prefix has become those of the prefix, as far as the rule matches them.
Moved modify(Tables&, double probability, const Prefix& toward, std::uint64_t seed);

}  // namespace whynot::front::net
