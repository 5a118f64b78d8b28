// What words of filters and of policy rules say about header fields: protocols, ports, addresses.
#pragma once
#include "front/net/address.h"
#include "front/net/filter/filter.h"

namespace whynot::front::net {

// `tcp`, `6`; `all` and `0` are no condition: an empty match.  Nothing for a name that is not known.
std::optional<Ternary> protocol(std::string_view);
// `80`, `http`, `1024:65535`, `1024-65535`, `:1023`.
std::optional<std::vector<Ternary>> ports(std::string_view);
// A prefix, an address, or `LO-HI`, of so many bits; empty where it is of the other family.
std::optional<std::vector<Ternary>> addresses(std::string_view, std::size_t width);

}  // namespace whynot::front::net
