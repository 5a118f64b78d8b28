// Distances to heads that somebody chooses, by the erasures that are known: the least number of steps from each head to
// one of them before its symbol is erased.  The graph of hops is made once, and searched backward for each choice.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "engine/pushdown/distances.h"

namespace whynot::engine::pushdown {

class Towards {
 public:
  // REQUIRES finished tabulation and distances of the same product.
  Towards(Product&, const Tabulation&, const Distances&);

  std::vector<Distance> operator()(std::span<const Head> goals) const;  // by head

 private:
  struct Hop {
    Head from;
    Distance steps;
  };
  std::vector<std::uint32_t> begin_;
  std::vector<Hop> into_;
};

}  // namespace whynot::engine::pushdown
