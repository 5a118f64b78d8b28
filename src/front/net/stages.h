// Tables that have one stage only: a rule leads from receiving ports straight to the port that sends.
#pragma once
#include "front/net/tables.h"

namespace whynot::front::net {

// Where no port is of the routing stage, or of stage 1 or 2, and a table's rules take packets from the same ports:
// receiving, routing and sending are told apart as elsewhere, so that a port has two numbers, one for each direction.
// Whether anything was done.
bool add_stages(Tables&);
// The same of one more rule for such a table.  REQUIRES that it takes packets from somewhere.
void add_stages(TransferRule&);

}  // namespace whynot::front::net
