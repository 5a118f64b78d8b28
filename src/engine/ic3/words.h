// Clauses as people write them: bits of one variable become a comparison of the variable.
#pragma once
#include "engine/ic3/circuit.h"

namespace whynot::engine::ic3 {

// What holds outside the cube, over the model's variables.
Expr clause_of(Circuit&, const Cube&);

}  // namespace whynot::engine::ic3
