// pre*: backward saturation from all final configurations (Bouajjani, Esparza & Maler 1997).  The second
// opinion on every verdict: it builds its own product with the automaton's interpreter and shares nothing
// with tabulation.  For small models; the time is cubic in the control locations.
//
// Infinite runs: saturation towards empty stacks tells how calls come back, and through which repeat states.  Of the
// graph of heads that this gives, those are kept from which a repeat state can be visited again and again (Emerson &
// Lei 1986: a fixed point of reachability, no components); saturation from them tells whether a run gets there.
#pragma once
#include <cstdint>
#include <optional>

#include "base/context.h"
#include "model/pds/efsa.h"
#include "model/pds/pds.h"

namespace whynot::engine::pushdown {

// Whether a final state of the automaton can be reached; nothing if cut short.
std::optional<bool> violated_by_pre_star(const Pds&, const Efsa&, Context&);

// Whether an infinite run visits repeat states forever; nothing if cut short.
std::optional<bool> repeats_by_pre_star(const Pds&, const Efsa&, Context&);

}  // namespace whynot::engine::pushdown
