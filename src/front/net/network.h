// Tables to a network: the stages of each router become one ordered list of rules.
#pragma once
#include "front/net/tables.h"

namespace whynot::front::net {

using whynot::net::Location;
using whynot::net::Network;
using whynot::net::Rule;

Network flatten(const Tables&);

}  // namespace whynot::front::net
