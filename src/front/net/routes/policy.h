// `ip rule`: which of a router's tables are asked, one after the other, for which packets.
#pragma once
#include "front/net/address.h"
#include "front/net/filter/filter.h"

namespace whynot::front::net {

struct PolicyRule {
  std::vector<Condition> when = {{}};       // one of them
  std::string table;                        // empty: the packet is dropped
  std::optional<std::size_t> shorter_than;  // routes with prefixes of at most so many bits do not count
  Span line = {};
};

// The name of a table that a rule or a route names; 254 is main.
std::string table_name(std::string_view);
// local, main, default: what a router has without further rules.
std::vector<PolicyRule> usual_policy();
// In the order of their priorities.  What is not understood is told (net.rule, a warning).
std::vector<PolicyRule> read_policy(FileId, const Sources&, const whynot::net::Widths&, Diagnostics&);

}  // namespace whynot::front::net
