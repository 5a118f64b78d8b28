// Replay on systems that nobody has opened: analyses and tests make some.
#pragma once
#include <optional>

#include "model/property.h"
#include "model/refusal.h"
#include "model/stepper.h"
#include "model/system/transition_system.h"
#include "model/trace.h"

namespace whynot {

// Is it a run?
std::optional<Refusal> replay_run(const Stepper&, const Trace&);
// Is it a run that violates the property (or, passing, that does not)?
std::optional<Refusal> replay_system(const TransitionSystem&, const Stepper&, const Trace&, const Property&,
                                     Polarity = Polarity::Violating);

}  // namespace whynot
