// Replay: is this trace a run of the model, and does it show what is claimed?  One entry for the three kinds of model;
// behind it the Steppers, the direct semantics of LTL and the automata's interpreter, and nothing of the encoders or
// engines.  No trace is shown that has not passed.
#pragma once
#include <optional>
#include <string>

#include "model/model.h"
#include "model/pds/pds_lasso.h"
#include "model/trace.h"

namespace whynot {

struct Refusal {
  std::size_t step = 0;  // where it goes wrong
  std::string reason;    // "step 3 is not a successor of step 2"
};

struct Claim {
  const Property* property = nullptr;  // null: only that it is a run
  Polarity polarity = Polarity::Violating;
  bool from_initial = true;      // else from its own first state
  const PdsLasso* by = nullptr;  // of a program: the rules it takes, where they are known
};

// Nothing when the model's own meaning confirms it.
std::optional<Refusal> replay(const Model&, const Trace&, const Claim& = {});

// The same for a system that was not opened from a file: analyses and tests make some.
std::optional<Refusal> replay_run(const Stepper&, const Trace&);
std::optional<Refusal> replay(const TransitionSystem&, const Stepper&, const Trace&, const Property&,
                              Polarity = Polarity::Violating);

}  // namespace whynot
