// A network as locations between which packets move: at each location an ordered list of rules over the
// packet's header, of which the first that matches tells the next location.  This is the form in which Toda &
// Inoue model networks; everything that happens between two routing decisions (rewriting of VLANs, filters on
// the way out and in, links) is folded into the rules.
#pragma once
#include <string>
#include <vector>

#include "front/net/tables.h"

namespace whynot::front::net {

// A conjunction of conditions on fields; what is not constrained has mask 0.  VLAN and ctrl do not occur.
struct Rule {
  Match when = {};
  std::vector<std::size_t> to;  // locations; several: any of them
};

struct Location {
  std::string name;
  std::vector<Rule> rules;  // none: packets stay here.  If no rule matches, the packet is dropped
};

struct Network {
  std::vector<Location> locations;  // the last one is `drop`
  std::size_t first_end = 0;        // from here on locations have no rules
  std::vector<std::string> notes;   // what was approximated, and how often

  std::size_t drop() const { return locations.size() - 1; }
};

Network flatten(const Tables&);

}  // namespace whynot::front::net
