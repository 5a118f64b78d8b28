#include "front/net/modify.h"

#include "base/random.h"

namespace whynot::front::net {

Moved modify(Tables& tables, double probability, const Prefix& toward, std::uint64_t seed) {
  Random random(seed);
  Moved moved;
  const std::size_t width = tables.widths[whynot::net::index_of(Field::IpDst)];
  for (Router& router : tables.routers)
    for (TransferRule& rule : router.rules) {
      Ternary& destination = rule.match[static_cast<std::size_t>(Field::IpDst)];
      if (destination.mask == 0) continue;
      ++moved.of;
      if (static_cast<double>(random.next() >> 11) * 0x1p-53 >= probability) continue;
      const Ternary range = toward.on(width);
      destination.value = (destination.value & ~range.mask) | (range.value & destination.mask);
      ++moved.rules;
    }
  return moved;
}

}  // namespace whynot::front::net
