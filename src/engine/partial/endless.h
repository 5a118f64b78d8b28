// A finite run as the beginning of one that never ends: what it shows of a model in which runs may stop, or must be
// fair, it shows only then.
#pragma once
#include <optional>

#include "base/context.h"
#include "model/system/transition_system.h"
#include "model/trace.h"

namespace whynot::engine::partial {

// The system with this one initial state.
TransitionSystem started_in(const TransitionSystem&, const State&);

// The run and a fair way on from its last state that comes round again; nothing where little effort finds none.
// REQUIRES a run without a loop.
std::optional<Trace> endless(const TransitionSystem&, const Trace&, Context&);

}  // namespace whynot::engine::partial
