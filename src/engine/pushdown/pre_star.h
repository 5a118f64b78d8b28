// pre*: backward saturation from all final configurations (Bouajjani, Esparza & Maler 1997).  The second
// opinion on every verdict: it builds its own product with the automaton's interpreter and shares nothing
// with tabulation.  For small models; the time is cubic in the control locations.
#pragma once
#include <cstdint>
#include <optional>

#include "base/context.h"
#include "model/efsa.h"
#include "model/pds.h"

namespace whynot::engine::pushdown {

// Whether a final state of the automaton can be reached; nothing if cut short.
std::optional<bool> violated_by_pre_star(const Pds&, const Efsa&, Context&);

}  // namespace whynot::engine::pushdown
