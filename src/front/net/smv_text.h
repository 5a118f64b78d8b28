// A network as an SMV model in the style of Toda & Inoue (Fig. 2): a packet of frozen header fields, and a
// location that follows the rules.
#pragma once
#include <string>
#include <vector>

#include "front/net/modify.h"
#include "front/net/network.h"

namespace whynot::front::net {

struct Reach {  // packets at `from`, with a destination in the prefix, arrive at `to`
  std::string from, to;
  std::optional<Prefix> destination;
};

// With `loops`, also that every packet comes to an end; with the sources of the tables, each rule names its line.
std::string smv_text(const Network&, const std::vector<Reach>&, bool loops = false, const Sources* = nullptr);

}  // namespace whynot::front::net
