// An invariant that people may read: the clauses that are not needed beside the property go, then the literals.
#pragma once
#include "engine/ic3/queries.h"

namespace whynot::engine::ic3 {

// REQUIRES that the states outside the cubes are closed under steps and satisfy the invariant, and that all initial
// states are among them.  The same is true of what is returned, if the invariant itself may be assumed of a state (or
// of none, where it speaks of steps).  Deterministic: ends after `effort` units at the latest.
std::vector<Cube> tightened(Circuit&, Queries&, std::vector<Cube>, std::uint64_t effort, Context&);

}  // namespace whynot::engine::ic3
