// Latches that never differ from each other, or always do, or never change: found by random runs, confirmed by
// induction over all of them together (van Eijk, "Sequential equivalence checking based on structural similarities",
// 2000). Clauses about latches that are one and the same IC3 would have to learn once for each.
#pragma once
#include <cstdint>
#include <vector>

#include "engine/ic3/circuit.h"

namespace whynot::engine::ic3 {

struct Twins {
  // No run comes to these; the states outside of all of them are closed under steps.  None where it took too long.
  std::vector<Cube> cubes;
  std::uint64_t spent = 0;  // in looks of a solver at its context
};

// Deterministic: ends soon after `effort` looks at the latest.
Twins find_twins(Circuit&, std::uint64_t effort, Context&);

}  // namespace whynot::engine::ic3
