// Quiet traces: of a counterexample, changes of free choices that the failure does not need are undone, one after the
// other, as long as it stays a counterexample of the same length.
#pragma once
#include "model/property.h"
#include "model/stepper.h"
#include "model/system/transition_system.h"

namespace whynot::analyse::variants {

// As many trials as fit: `trials` of them, and this many values looked at in all.
struct QuietEffort {
  std::size_t trials = 200;
  std::size_t values = 400'000;
};

// Changes of inputs, and of variables that are picked.
std::size_t changes_of_choices(const TransitionSystem&, const Trace&);

// Each trial is judged by a replay.  REQUIRES a run that violates the property.
Trace quieter(const TransitionSystem&, const Stepper&, const Property&, Trace, QuietEffort = {});

}  // namespace whynot::analyse::variants
