// The states of a system, or of its product with a formula, as decision diagrams: where runs start, which
// steps there are, and what can be reached, ring by ring (all states at distance 0, 1, 2, …).
#pragma once
#include <optional>
#include <vector>

#include "encode/bdd/moves.h"
#include "encode/bdd_interleaving.h"

namespace whynot::engine::symbolic {

using encode::Bdd;
using encode::BddBits;
using encode::BddInterleaving;
using encode::BddMoves;
using encode::BddRelation;

class Space {
 public:
  // Ways to find all states sooner, if there are any: who takes turns at the same steps, or some of them.
  struct Shortcuts {
    std::optional<BddInterleaving> interleaving;
    std::optional<BddMoves> moves;
  };
  Space(BddRelation relation, Bdd initial, Shortcuts = {});

  BddBits& bits() const { return relation_.bits(); }
  bool failed() const { return bits().manager().failed(); }
  Bdd nothing() const { return bits().manager().constant(false); }
  const BddRelation& relation() const { return relation_; }
  const Bdd& initial() const { return initial_; }

  // One more ring.  False when nothing new was found, or the manager failed: then asking again goes on.
  bool grow();
  // Finds all states there are, ring by ring or, where that is quicker, without rings.
  void explore();
  // Their number so far, roughly; extra bits count.
  double states_found() const;
  double growth() const;  // how many there are for each initial one
  bool explores_by_rings() const { return !shortcuts_.interleaving && !shortcuts_.moves; }
  bool is_explored() const { return explored_; }
  const std::vector<Bdd>& rings() const { return rings_; }
  const Bdd& reached() const { return reached_; }
  // What must be told apart: the reached states once all are known, before that the allowed ones.
  const Bdd& care() const { return explored_ ? reached_ : relation_.allowed(); }

  // A single state out of a set.  Bits that were added to remember another formula are none of it.
  Bdd pick_state(const Bdd& set) const { return set.pick_minterm(state_cube_); }
  // Successors and predecessors among the states of a set.
  Bdd image(const Bdd& states, const Bdd& within) const { return relation_.image(states) & within; }
  // REQUIRES `within` among the states to be told apart.
  Bdd preimage(const Bdd& states, const Bdd& within) const;
  // The states of `hold` from which steps within it lead to `goal`, and those of `goal` itself; the rings by
  // distance are added to `rings`, if any.
  Bdd backwards(const Bdd& hold, const Bdd& goal, std::vector<Bdd>* rings = nullptr) const;
  Bdd forwards(const Bdd& hold, const Bdd& from) const;

 private:
  void take_turns();
  void move_on();

  BddRelation relation_;
  Bdd state_cube_;  // what tells its states apart
  Bdd initial_, reached_;
  std::vector<Bdd> rings_;
  Bdd ringed_;  // all of them
  bool explored_ = false;
  Shortcuts shortcuts_;
  std::size_t turn_ = 0, idle_turns_ = 0;             // of agents that interleave
  Bdd stepped_;                                       // the states whose successors are known, where some only move
  mutable std::optional<BddRelation> among_reached_;  // made when first needed
};

}  // namespace whynot::engine::symbolic
