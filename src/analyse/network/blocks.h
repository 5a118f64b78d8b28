// The values of one header field, cut into blocks on which every location's list of rules is the same, whatever the
// other fields are.  A bit that no rule still asks about is not split: a table of prefixes gives about as many blocks
// as it has prefixes, and no rule is looked at more often than it has bits.
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "base/context.h"
#include "model/net/network.h"

namespace whynot::analyse::network {

using Networks = std::vector<const net::Network*>;

// Whether a rule has a condition on another field.
bool asks_for_others(const net::Rule&, net::Field);

class Blocks {
 public:
  // The networks must outlive this.  REQUIRES that the field is as wide in all of them.
  Blocks(Networks, net::Field);

  // Disjoint ones that cover all values, until `visit` answers false.  False when it did, or the context said stop.
  bool for_each(Context&, const std::function<bool(const net::Ternary&)>& visit);
  // Within `visit`: the rules of a location that may apply, by their indices, in order; those after one that applies in
  // any case are left out.
  std::span<const std::uint32_t> candidates(std::size_t network, std::size_t location) const {
    const Part& part = closed_[first_[network] + location];
    return {rules_.data() + part.begin, part.end - part.begin};
  }
  // Likewise: where they may be others than in the block before, as places in the list of all locations.
  const std::vector<std::size_t>& changed() const { return changed_; }
  const Networks& networks() const { return networks_; }
  net::Field field() const { return field_; }

 private:
  struct Part {             // of rules_
    std::size_t place = 0;  // of the location among all
    std::size_t begin = 0, end = 0;
    net::Bits asks = 0;  // bits that its rules still ask about
  };
  bool descend(const net::Ternary& block, const std::vector<Part>& open, Context&,
               const std::function<bool(const net::Ternary&)>& visit);
  // The rules of a part that match where a bit has a value.
  Part narrowed(const Part&, net::Bits bit, bool value);

  struct Asked {  // by a rule, of the field
    net::Ternary when;
    bool of_others = false;
  };

  Networks networks_;
  net::Field field_;
  std::vector<std::size_t> first_;         // by network: the place of its first location
  std::vector<std::vector<Asked>> lists_;  // by place, side by side: rules are far apart
  std::vector<Part> closed_;               // by place: of which no bit is asked about any more
  std::vector<std::size_t> changed_;       // since the last visit
  std::vector<std::uint32_t> rules_;       // indices, of the parts under way
};

}  // namespace whynot::analyse::network
