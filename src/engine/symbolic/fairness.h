// Fair cycles.  The states of which fair runs are made are found by Emerson & Lei's fixpoint, extended to
// compassion (Kesten, Pnueli & Raviv, ICALP 1998): what cannot keep its promises is taken away until
// nothing changes.  A fair lasso is then walked inside what is left.
#pragma once
#include <vector>

#include "engine/symbolic/evidence/path.h"

namespace whynot::engine::symbolic {

struct Fairness {
  struct Justice {
    Bdd condition;         // met infinitely often: by states, or
    bool by_step = false;  // by steps: then it speaks of inputs or next bits
  };
  struct Compassion {
    Bdd p, q;  // over states
  };
  std::vector<Justice> justice;
  std::vector<Compassion> compassion;
};

// States that the hull does not have, in the order in which they were found to be without a fair run to come back
// to them: all steps lead to others found before, or a promise is broken by whoever stays.
struct Removed {
  enum class Why { NoWayOn, Justice, Compassion } why = Why::NoWayOn;
  std::size_t index = 0;  // of the promise
  Bdd states;
  Bdd closure;  // of compassion: the states that never see q again
};

// The largest subset of `within` in which every state has a successor, and a way to each justice condition,
// and where p holds, to q.  Without compassion these are exactly the states from which a fair run stays
// within; with it, all states that fair runs come back to, and from every state of the set some fair run
// starts.  What is taken away from `within` is added to `removed`, if any.
Bdd fair_hull(const Space&, const Fairness&, const Bdd& within, std::vector<Removed>* removed = nullptr);

// Goes on from the end of the path, a state of a hull, to a loop inside it that is fair.  False when the
// manager failed.
bool close_fair_loop(const Space&, const Fairness&, const Bdd& hull, Path&);

}  // namespace whynot::engine::symbolic
