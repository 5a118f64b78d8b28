// Images of what is new, from the initial states on; rings are kept where states come in the order of their distance.
#include "engine/symbolic/space.h"

namespace whynot::engine::symbolic {
namespace {

// A function with a small diagram that is the same wherever `care` holds.
Bdd simpler(const Bdd& f, const Bdd& care) {
  const Bdd g = f.restrict(care);
  return g.valid() && g.node_count() < f.node_count() ? g : f;
}

}  // namespace

Space::Space(BddRelation relation, Bdd initial, Shortcuts shortcuts)
    : relation_(std::move(relation)),
      state_cube_(bits().state_cube()),
      initial_(std::move(initial)),
      reached_(initial_),
      ringed_(initial_),
      shortcuts_(std::move(shortcuts)),
      stepped_(nothing()) {
  rings_.push_back(initial_);
}

bool Space::grow() {
  if (failed() || (explored_ && ringed_ == reached_)) return false;
  const Bdd from = simpler(rings_.back(), rings_.back() | !ringed_);
  const Bdd fresh = relation_.image(from) - ringed_;
  const Bdd ringed = ringed_ | fresh, reached = reached_ | fresh;
  if (failed()) return false;
  explored_ = explored_ || fresh.is_false();
  if (fresh.is_false()) return false;
  rings_.push_back(fresh);
  ringed_ = ringed;
  reached_ = reached;
  return true;
}

void Space::explore() {
  while (!explored_ && !failed()) {
    if (shortcuts_.interleaving)
      take_turns();
    else if (shortcuts_.moves)
      move_on();
    else
      grow();
  }
}

void Space::take_turns() {
  const BddInterleaving& interleaving = *shortcuts_.interleaving;
  const Bdd before = reached_;
  interleaving.close(turn_, reached_);
  if (reached_ != before) idle_turns_ = 0;
  if (failed()) return;
  ++idle_turns_;  // from here on this one has nothing to add
  turn_ = (turn_ + 1) % interleaving.agents();
  explored_ = idle_turns_ >= interleaving.agents();
}

// All that moves lead to, then a step of whatever kind from there.
void Space::move_on() {
  shortcuts_.moves->close(reached_);
  if (failed()) return;
  const Bdd from = simpler(reached_ - stepped_, !stepped_);
  const Bdd more = reached_ | relation_.image(from);
  if (failed()) return;
  explored_ = more == reached_;
  stepped_ = reached_;
  reached_ = more;
}

double Space::states_found() const { return reached_.sat_count_double(bits().state_cube().support().size()); }

double Space::growth() const {
  const std::size_t bits = this->bits().state_cube().support().size();
  const double before = initial_.sat_count_double(bits);
  return before > 0 ? reached_.sat_count_double(bits) / before : 0;
}

// Steps out of reached states lead to reached ones: once these are known, all else is as it suits the diagrams, but
// for what is not allowed, which the relation leaves to the sets.
Bdd Space::preimage(const Bdd& states, const Bdd& within) const {
  if (!explored_) return relation_.preimage(states) & within;
  if (!among_reached_) {
    std::vector<Bdd> parts;
    for (const Bdd& cluster : relation_.clusters()) parts.push_back(simpler(cluster, reached_));
    BddRelation made(bits(), std::move(parts), reached_);
    if (failed()) return {};
    among_reached_ = std::move(made);
  }
  return among_reached_->preimage(simpler(states, reached_ | !relation_.allowed())) & within;
}

Bdd Space::backwards(const Bdd& hold, const Bdd& goal, std::vector<Bdd>* rings) const {
  Bdd all = goal, frontier = goal;
  while (frontier.is_satisfiable()) {
    if (rings) rings->push_back(frontier);
    if (hold.leq(all)) break;  // what costs a preimage to find out otherwise
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
