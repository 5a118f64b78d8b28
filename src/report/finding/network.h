// Networks: what a change of the tables breaks and mends, and which lines decide where one address goes.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/integer.h"

namespace whynot::report {

// A set of destinations.
struct Destinations {
  Integer count;
  std::vector<std::string> cidr;                     // the least list of prefixes, as addresses
  std::string example;                               // trace id; empty where there is none
  std::vector<std::string> before = {}, after = {};  // of what is rerouted: the locations of the example
};

struct NetworkPair {
  std::string from, to;
  Destinations lost, gained, rerouted;
};

// One block of destinations and the pairs that a change touches alike.
struct NetworkBlock {
  std::string cidr, what;          // "lost", "gained", "rerouted"
  std::vector<std::string> pairs;  // "a,b"
};

struct NetworkDifference {
  std::string before, after;  // folders
  std::vector<NetworkPair> pairs;
  std::vector<NetworkBlock> blocks;
  bool has_loops = false;  // whether they were asked for
  Destinations made, mended;
};

struct BlameHop {
  std::string at, file;
  std::size_t line = 0;  // 0: no line matches
  std::string rule;
  std::vector<std::size_t> shadowed_by;  // lines of the same file that come first and match a part of it
  std::string to;
};

struct BlameRepair {
  std::string file;
  std::size_t line = 0;
  std::string change;
  std::size_t end_line = 0;  // of what is left out or replaced, where that is more than one line
};

struct Blame {
  std::string address, from, to;
  std::vector<BlameHop> hops;
  bool arrives = false;
  std::string end;  // where it goes instead: a location, or "loop"
  std::optional<BlameRepair> repair;
  std::string trace;
};

}  // namespace whynot::report
