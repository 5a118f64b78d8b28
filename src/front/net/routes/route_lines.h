// The lines of routing tables, in whichever dialect they are printed, as routes: `ip route` of Linux, `show ip route`,
// `show ipv6 route` and `show ip cef` of Cisco IOS and what looks like it, `show route` of Junos.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "front/net/address.h"

namespace whynot::front::net {

struct Hop {
  std::optional<Prefix> gateway;
  std::string interface;  // may be empty: the gateway is to be looked up
};

struct Route {
  Prefix prefix;
  std::string_view line;         // the first one
  std::string_view text;         // from its beginning to the end of the last one
  std::string_view destination;  // the word that the prefix was read from
  std::vector<Hop> hops = {};
  bool drops = false, throws = false;  // `throw`: the table has no route for these
  bool active = true;                  // of those to the same prefix
  std::string table = "main";
  std::uint32_t metric = 0;
};

// The routes of one file for destinations of so many bits.  Where it prints several tables (of VRFs, of Junos), that of
// usual routes is read, or, where it is not there, the first.  What is not understood is named (net.route, a warning),
// what is left out of it as well (net.route, net.family).
std::vector<Route> read_route_lines(FileId, const Sources&, std::size_t width, Diagnostics&);

// What a line is about that opens a route: `default`, an address (a host), or a prefix, after words that say how the
// route was learnt.  Nothing for other lines.
std::optional<Prefix> opened_by(std::string_view line, std::size_t width);

}  // namespace whynot::front::net
