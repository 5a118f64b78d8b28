// Checks that a proof of unsatisfiability is one: clauses in the order of a DRAT proof (Wetzler, Heule & Hunt,
// SAT 2014), each either implied by unit propagation from what is there or, on its first literal, in resolution
// with everything there (RAT).  Forwards, without looking at what is needed in the end.  Shares no code with any
// solver.
//
// What a proof takes away is taken away, but for clauses that some literal is true by for good: to keep them can
// make a proof fail that is one, never the other way round.
#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "base/context.h"

namespace whynot::solve {

enum class ProofCheck { Accepted, Refused, Stopped };

// The proof as text, lines `1 -2 0` and `d 1 -2 0`.  Accepted when it shows that the clauses contradict each other.
ProofCheck check_drat(std::span<const std::vector<int>> clauses, std::string_view proof, Context&);

}  // namespace whynot::solve
