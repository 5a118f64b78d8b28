// Routing tables as routers print them: `ip route` of Linux with the rules that choose between its tables, `show ip
// route` of Cisco IOS, `show route` of Junos, of IPv4 or of IPv6.  The longest prefix decides; of several next hops a
// packet takes any.
#pragma once
#include "front/net/tables.h"

namespace whynot::front::net {

// One file of routes, of whichever dialect its lines are: a router is added, with a port for each interface.  A line
// that says nothing about where packets go is passed over; one that is not understood is named with what that does to
// the answer (net.route, a warning).  `rules`: what `ip rule` prints, where there is such a file.
void read_routes(FileId, std::optional<FileId> rules, const Sources&, std::string name, Tables&, Diagnostics&);

// Whether a text has routes of each family.
struct Families {
  bool four = false, six = false;
};
Families families_of(std::string_view routes);

}  // namespace whynot::front::net
