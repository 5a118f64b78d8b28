// Replay on systems that nobody has opened: analyses and tests make some.
#pragma once
#include <optional>

#include "model/property.h"
#include "model/refusal.h"
#include "model/stepper.h"
#include "model/system/transition_system.h"
#include "model/trace.h"

namespace whynot {

// Is it a run?  One that is not `from_initial` begins in any allowed state.
std::optional<Refusal> replay_run(const Stepper&, const Trace&, bool from_initial = true);
// Is it a run that violates the property (or, passing, that does not)?
std::optional<Refusal> replay_system(const TransitionSystem&, const Stepper&, const Trace&, const Property&,
                                     Polarity = Polarity::Violating, bool from_initial = true);

}  // namespace whynot
