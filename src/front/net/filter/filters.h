// Filters as `iptables-save` and `nft list ruleset` print them.  They are those of packets that a router passes on:
// what it sends and receives itself is not looked at.  Packets are the first of their connections.
#pragma once
#include "front/net/filter/filter.h"
#include "front/net/tables.h"

namespace whynot::front::net {

// The filters of a router that was read before.  What is not understood is told with its line and what that does to the
// answer (net.filter, a warning); a list that grows too long is an error.
void read_iptables(FileId, const Sources&, const std::string& router, Tables&, Diagnostics&);
void read_nftables(FileId, const Sources&, const std::string& router, Tables&, Diagnostics&);

// For both: the router of that name, or a warning.
Router* router_named(const std::string& name, FileId, Tables&, Diagnostics&);
constexpr std::size_t most_cases = 50'000;  // of one list
// Flattens a base chain and adds it to a list of filters.
void add_filter(const Chains&, const std::string& base, std::vector<Filter>& to, Diagnostics&);

}  // namespace whynot::front::net
