// Steps in which one variable changes and all others stay as they are.  In asynchronous systems, where whatever may
// move may also wait, runs of such steps lead to nearly all states; each of them looks at a few bits only, and done one
// after the other, those farthest down in the order first until they add nothing more, they pass through small
// diagrams where steps of all variables together do not (chaining: Roig, Cortadella & Pastor 1995; the order after
// Ciardo, Luettgen & Siminiceanu, "Saturation", TACAS 2001).
#pragma once
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "encode/bdd_relation.h"

namespace whynot::encode {

class BddMoves {
 public:
  // Nothing where most variables cannot wait.  `parts`, `allowed` and `still` as for BddRelation.
  static std::optional<BddMoves> find(BddBits&, std::span<const Bdd> parts, const Bdd& allowed,
                                      std::vector<bool> still = {});

  // Adds the states that moves alone can reach; fewer of them when the manager fails.  REQUIRES a subset of the allowed
  // states.
  void close(Bdd& states) const;

 private:
  struct Move {
    BddRelation steps;
    std::vector<std::size_t> enables;  // those that look at what it changes, itself among them
  };
  std::vector<Move> moves_;  // the lowest first
};

}  // namespace whynot::encode
