// With --certify: what the search took from a solver about all runs (no passing run is in a class, no counterexample
// outside all of them) is asked once more, claim by claim, of solvers that write proofs; those are checked by code
// that shares nothing with any solver (solve/drat.h).
#pragma once
#include <optional>
#include <string>

#include "analyse/classify/classify.h"
#include "analyse/classify/solver/runs.h"

namespace whynot::analyse::classify {

// Why the claims up to the bound of the question are not confirmed; nothing when all are.  `within`: coverage is that
// of the counterexamples that satisfy it.
std::optional<std::string> doubt_about(const Question&, const Vocabulary&, const Classes&,
                                       const std::optional<TraceClass>& within, Context&);

}  // namespace whynot::analyse::classify
