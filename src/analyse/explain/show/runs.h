// The runs that a proof walks along: from the root through every step to a state, a loop where one is closed.
#pragma once
#include <vector>

#include "analyse/explain/build/proof.h"
#include "model/stepper.h"

namespace whynot::analyse::explain {

// The longest ones, each once, the main way first; at most so many.  REQUIRES a proof that was checked.
std::vector<Trace> runs_of(const Proof&, const Stepper&, std::size_t most);

}  // namespace whynot::analyse::explain
