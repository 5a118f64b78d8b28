#include "engine/symbolic/space.h"

namespace whynot::engine::symbolic {
namespace {

// Some set between `least` and `most` with a small diagram.
Bdd smallest_between(const Bdd& least, const Bdd& most) {
  const Bdd between = least.restrict(least | !most);
  return between.valid() && between.node_count() < least.node_count() ? between : least;
}

}  // namespace

Space::Space(BddRelation relation, Bdd initial) : relation_(std::move(relation)), initial_(std::move(initial)), reached_(initial_) {
  rings_.push_back(initial_);
}

bool Space::grow() {
  if (explored_ || failed()) return false;
  const Bdd from = smallest_between(rings_.back(), reached_);
  const Bdd fresh = relation_.image(from) - reached_;
  const Bdd reached = reached_ | fresh;
  if (failed()) return false;
  explored_ = fresh.is_false();
  if (explored_) return false;
  rings_.push_back(fresh);
  reached_ = reached;
  return true;
}

Bdd Space::backwards(const Bdd& hold, const Bdd& goal, std::vector<Bdd>* rings) const {
  Bdd all = goal, frontier = goal;
  while (frontier.is_satisfiable()) {
    if (rings) rings->push_back(frontier);
    frontier = preimage(frontier, hold) - all;
    all |= frontier;
  }
  return all;
}

Bdd Space::forwards(const Bdd& hold, const Bdd& from) const {
  Bdd all = from, frontier = from;
  while (frontier.is_satisfiable()) {
    frontier = image(frontier, hold) - all;
    all |= frontier;
  }
  return all;
}

}  // namespace whynot::engine::symbolic
