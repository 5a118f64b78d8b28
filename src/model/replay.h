// Replay: is this trace a run of the model, and does it show what is claimed?  Uses the Stepper and the
// direct semantics of LTL only; nothing of the encoders or engines.  No trace is shown that has not passed.
#pragma once
#include <optional>
#include <string>

#include "model/property.h"
#include "model/stepper.h"
#include "model/trace.h"

namespace whynot {

struct Refusal {
  std::size_t step = 0;  // where it goes wrong
  std::string reason;    // "step 3 is not a successor of step 2: next(x) := x + 1 gives 4, the trace has 5"
};

// Whether the trace is a run of the model from an initial state, its loop closed by a step.
std::optional<Refusal> replay_run(const TransitionSystem&, const Stepper&, const Trace&);

// Whether the run violates the property (or, for Passing, satisfies it), and meets fairness on its loop
// where the property quantifies over fair runs.
std::optional<Refusal> replay(const TransitionSystem&, const Stepper&, const Trace&, const Property&,
                              Polarity = Polarity::Violating);

}  // namespace whynot
