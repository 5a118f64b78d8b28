// Proofs of LTL, and of CTL that says the same, without decision diagrams: k-liveness and saved states on top of IC3,
// so that wide data does not stand in the way.  Beside it bounded checking looks for a lasso.
#pragma once
#include "engine/engine.h"

namespace whynot::engine::live {

const Engine& live_engine();

}  // namespace whynot::engine::live
