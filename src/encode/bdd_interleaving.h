// Interleaved systems.  Where an input tells which part of a system moves (SMV's processes), or a variable of the state
// does so (a scheduler), the steps are a disjunction of one relation for each of its values, and each relation speaks
// only of what moves then (Burch, Clarke & Long 1991).  The states that can be reached are found agent by agent, each
// going on until it adds nothing more: that takes far fewer images than the rings by distance do (chaining: Roig,
// Cortadella & Pastor 1995).
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "encode/bdd_relation.h"

namespace whynot::encode {

class BddInterleaving {
 public:
  // Nothing when nobody tells.  `parts` and `allowed` as for BddRelation.
  static std::optional<BddInterleaving> find(BddBits&, std::span<const Bdd> parts, const Bdd& allowed);

  std::size_t agents() const { return agents_.size(); }
  // Adds all that the agent alone can reach from the states; fewer when the manager fails.  REQUIRES a subset of the
  // allowed states.
  void close(std::size_t agent, Bdd& states) const;

 private:
  std::vector<BddRelation> agents_;
};

}  // namespace whynot::encode
