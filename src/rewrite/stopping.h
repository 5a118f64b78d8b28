// Runs that may end anywhere, seen as runs that go on: a further variable is true up to the last position of
// the run and false ever after.  All runs of at most k transitions, those that cannot be extended included,
// are then the runs of exactly k transitions of one system, and one unrolling holds them all.
#pragma once
#include "model/system/transition_system.h"

namespace whynot::rewrite {

struct Stopping {
  TransitionSystem system;  // the same variables, in the same order, and `going` as the last one
  Expr going;               // true at the positions of the run
};

// States after the end satisfy the invariants; beyond that they mean nothing.
Stopping make_stopping(const TransitionSystem&);

}  // namespace whynot::rewrite
