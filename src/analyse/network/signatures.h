// Blocks that are treated alike.  Two lists of rules are the same if, whatever the field of the blocks is, they ask the
// same of the other fields and lead to the same places; blocks with the same lists everywhere have the same answers.
// Real tables have thousands of prefixes and few ways to treat them.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analyse/network/blocks.h"

namespace whynot::analyse::network {

class Signatures {
 public:
  // The blocks must outlive this.
  explicit Signatures(const Blocks&);

  // To be called in each block, in order.
  void update();
  // The number of the block's lists; nothing where they are too many to be told apart.
  std::optional<std::size_t> block();
  // Whether the locations of the same name in two networks have the same lists, all of them.  What one network alone
  // has does not count: where packets can come to it, lists differ that lead there.
  bool are_alike() const { return unlike_ == 0; }
  // A number for the name of a location, the same in all networks.
  std::size_t name(std::size_t network, std::size_t location) const { return names_[first_[network] + location]; }

 private:
  std::uint32_t list_of(std::size_t place);
  std::uint32_t rest_of(std::size_t network, std::size_t location, std::uint32_t rule);

  static constexpr std::size_t most_kept = std::size_t{64} << 20;  // numbers of lists, of all blocks together

  const Blocks& blocks_;
  std::vector<std::size_t> first_;                   // by network
  std::vector<std::size_t> network_of_;              // by place
  std::vector<std::size_t> names_;                   // by place
  std::vector<std::optional<std::size_t>> partner_;  // by place: that of the same name in the other network
  std::vector<std::vector<std::uint32_t>> rests_;    // by place and rule
  std::vector<std::uint32_t> plain_rests_;           // by name: of rules that lead there and ask nothing else
  std::map<std::vector<std::uint64_t>, std::uint32_t> known_rests_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> known_lists_;
  std::vector<std::uint32_t> lists_;  // by place, of the block under way
  std::size_t unlike_ = 0;
  std::uint64_t hash_ = 0;
  std::unordered_multimap<std::uint64_t, std::pair<std::size_t, std::vector<std::uint32_t>>> seen_;
  std::size_t kept_ = 0;
};

}  // namespace whynot::analyse::network
