// Whether the ports of rules, links and names fit together: a rule leads within its router from receiving to
// routing, from there to sending, and a link from there to another router's receiving port.
#pragma once
#include "front/net/tables.h"

namespace whynot::front::net {

// Says what does not fit: net.port (an error) where a rule or a link cannot be meant as it stands; net.unknown-port (a
// warning) for a port that is mentioned in one place only, so that packets end there or never come.
void check_ports(const Tables&, const Sources&, Diagnostics&);

}  // namespace whynot::front::net
