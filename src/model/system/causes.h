// Why a formula is false on a trace: the atoms at steps that make it so, after Beer, Ben-David, Chockler,
// Orni & Trefler, "Explaining counterexamples using causality" (FMSD 2012).  Their approximation walks the
// formula along the trace; here each cause it claims is then tried: it stays only if flipping it makes a
// difference, by itself or with other things out of the way.
#pragma once
#include <vector>

#include "model/system/truth.h"

namespace whynot {

// REQUIRES the formula to be False at step 0.  In order of steps.
std::vector<AtomAt> causes_of_failure(const TransitionSystem&, const Trace&, Expr formula);

}  // namespace whynot
