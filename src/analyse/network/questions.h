// What is asked of a network about all values of one header field at once, whatever the other fields are: which do not
// arrive, which go in circles, what another network does with them.  Sets are lists of disjoint blocks.
#pragma once
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyse/network/classes.h"

namespace whynot::analyse::network {

// One header and where it goes.
struct Example {
  net::Header header = {};
  Classes::Way way;
};

struct Values {
  std::vector<net::Ternary> blocks;
  std::optional<Example> example;  // of the first; none of an empty set
};

struct Pair {
  std::size_t from = 0, to = 0;  // locations

  friend auto operator<=>(const Pair&, const Pair&) = default;
};

// The values for which some packet at `from`, with a header that matches, does not come to `to` by some way; of many
// questions at once, in their order.  Nothing when the context said stop, like the following.
struct ArrivalQuestion {
  Pair pair;
  net::Match when = {};
};
std::optional<std::vector<Values>> not_arriving(const net::Network&, net::Field, std::span<const ArrivalQuestion>,
                                                Context&);
std::optional<Values> not_arriving(const net::Network&, net::Field, const Pair&, const net::Match&, Context&);
// Those for which some packet goes in circles.
std::optional<Values> looping(const net::Network&, net::Field, Context&);
// For each location where packets start and each end, the values for which all ways of some packet lead there.
using Arrivals = std::map<Pair, std::vector<net::Ternary>>;
std::optional<Arrivals> arrivals(const net::Network&, net::Field, Context&);

struct Change {
  std::vector<net::Ternary> blocks;
  std::optional<Example> before, after;  // of one header

  bool is_empty() const { return blocks.empty(); }
};
struct PairChange {
  Change lost, gained, rerouted;
};
struct Difference {
  std::map<std::pair<std::string, std::string>, PairChange> pairs;  // by the names of locations
  Change made, mended;                                              // loops
};
struct DifferenceQuestion {
  struct Asked {
    std::string from, to;
    net::Match when = {};
  };
  std::vector<Asked> pairs;  // REQUIRES locations of both networks
  bool any = false;          // every start and every end
  bool loops = false;
};
// REQUIRES networks whose field has one width.
std::optional<Difference> difference(const net::Network& before, const net::Network& after, net::Field,
                                     const DifferenceQuestion&, Context&);

// Where one header goes, rule by rule, found by reading the rules in order: shares nothing with the above.
struct Hop {
  std::size_t location = 0;
  std::optional<std::size_t> rule;  // nothing: none matches
};
std::optional<std::size_t> first_match(const net::Location&, const net::Header&);
// Whether the locations are a run of packets with that header.
bool is_run(const net::Network&, const net::Header&, const Classes::Way&);

}  // namespace whynot::analyse::network
