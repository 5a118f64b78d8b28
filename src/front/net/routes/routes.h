// Routing tables as routers print them: `ip route` of Linux, `show ip route` of Cisco IOS, `show route` of Junos; and
// links in plain text.  The longest prefix decides; of several next hops a packet takes any.
#pragma once
#include "front/net/tables.h"

namespace whynot::front::net {

// One file of routes, of whichever dialect its lines are: a router is added, with a port for each interface.  A line
// that says nothing about where packets go is passed over; one that is not understood is named with what that does to
// the answer (net.route, a warning).
void read_routes(FileId, const Sources&, std::string name, Tables&, Diagnostics&);

// `ROUTER INTERFACE ROUTER INTERFACE`, with any of `:`, `--`, `<->` and spaces between, for a link in both directions;
// what is wrong is net.link, a warning.  After all routes were read.
void read_plain_links(FileId, const Sources&, Tables&, Diagnostics&);

}  // namespace whynot::front::net
