// Links between routers whose tables were read: in plain text, or as each router lists its neighbours.
#pragma once
#include "front/net/tables.h"

namespace whynot::front::net {

// `ROUTER INTERFACE ROUTER INTERFACE`, with any of `:`, `--`, `<->` and spaces between, for a link in both directions;
// what is wrong is net.link, a warning.  After all routes were read.
void read_plain_links(FileId, const Sources&, Tables&, Diagnostics&);

// What a router says of its neighbours: `lldpctl`, `show lldp neighbors` of Cisco IOS, Arista EOS and Junos, `show cdp
// neighbors detail`.  A link that both ends tell is one.  Neighbours of which there is no table are passed over: what
// is sent there leaves the network.
void read_neighbours(FileId, const Sources&, const std::string& router, Tables&, Diagnostics&);

}  // namespace whynot::front::net
