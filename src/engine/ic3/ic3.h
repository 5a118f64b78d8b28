// IC3, or property directed reachability: proves invariants without unrolling, by clauses that it learns from states
// that must not be reached.  A proof is an inductive invariant, told in the model's variables; a violation is a
// shortest run, looked for by unrolling up to the depth that was found.
//
// AG p and G p are proved the same way: p in all reachable states is more than they ask.  Where p fails in a reachable
// state, their violations are those of bounded checking, which knows about infinite and fair runs.
#pragma once
#include "engine/engine.h"

namespace whynot::engine::ic3 {

const Engine& ic3_engine();

}  // namespace whynot::engine::ic3
