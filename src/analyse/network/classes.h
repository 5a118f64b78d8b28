// Headers that every location on their way treats alike.  Within a block of one field, locations are decided one after
// the other, from where packets start: where a rule speaks of bits that are not known yet, the class is split into
// those that it matches and those that it does not.  Locations that are not met are not looked at.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "analyse/network/blocks.h"

namespace whynot::analyse::network {

// What is known of a header.
struct Known {
  net::Header value = {}, mask = {};  // the bits of the mask are those of the value
};

class Classes {
 public:
  // Of the block under way.  The blocks must outlive this.
  explicit Classes(const Blocks&);

  // Where packets start: the same header in each network.
  struct Start {
    std::size_t network, location;
  };
  // For each class of headers within `known`, until `visit` answers false; false when it did.
  bool for_each(const Known& known, std::span<const Start>, const std::function<bool(const Known&)>& visit);

  // Within `visit`, of a location that was met: where packets go from there.  An end leads to itself.
  std::span<const std::size_t> next(std::size_t network, std::size_t location) const;
  // All ways lead to the goal.
  bool arrives(std::size_t network, std::size_t from, std::size_t goal);
  // The one end that all ways lead to.
  std::optional<std::size_t> end_of(std::size_t network, std::size_t from);
  // Some way goes in circles.
  bool goes_in_circles(std::size_t network, std::size_t from);
  // A way that does not lead to the goal, or where there is none one that does; the step that the last one returns to,
  // unless it is the goal.
  struct Way {
    std::vector<std::size_t> locations;
    std::optional<std::size_t> loop;
    bool arrives = false;
  };
  Way way(std::size_t network, std::span<const std::size_t> from, std::optional<std::size_t> goal);
  Way way(std::size_t network, std::size_t from, std::optional<std::size_t> goal) {
    return way(network, {&from, 1}, goal);
  }
  // The steps of all ways up to the goal, as pairs of locations, in order.
  std::vector<std::pair<std::size_t, std::size_t>> steps(std::size_t network, std::size_t from, std::size_t goal);

 private:
  static constexpr std::uint32_t open = ~std::uint32_t{0}, nothing = open - 1;
  struct Pending {
    std::size_t network, location;
  };
  void begin_search();
  bool decide(Known, const std::function<bool(const Known&)>& visit);
  bool branch(const Known&, const Pending&, std::span<const std::uint32_t> rules,
              const std::function<bool(const Known&)>& visit);
  bool settle(const Known&, const Pending&, std::uint32_t rule, const std::function<bool(const Known&)>& visit);
  void meet(std::size_t network, std::size_t location);
  std::size_t place(std::size_t network, std::size_t location) const { return first_[network] + location; }

  const Blocks& blocks_;
  std::vector<std::size_t> first_;
  std::vector<std::uint32_t> decided_;  // by place: a rule, `nothing`, or `open`
  std::vector<std::size_t> met_;        // places that are decided, or about to be, in the order of their meeting
  std::vector<Pending> pending_;
  std::vector<std::vector<std::size_t>> self_;  // by network: each location, for those that lead to themselves
  std::vector<std::size_t> dropped_;            // by network
  // Of searches, by location: 2e is on the way, 2e + 1 is left, where e is the number of the search.
  std::vector<std::uint32_t> color_;
  std::uint32_t search_ = 0;
};

}  // namespace whynot::analyse::network
