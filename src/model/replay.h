// Replay: is this trace a run of the model, and does it show what is claimed?  One entry for the three kinds of model;
// behind it the Steppers, the direct semantics of LTL and the automata's interpreter, and nothing of the encoders or
// engines.  No trace is shown that has not passed.
#pragma once
#include <optional>

#include "model/model.h"
#include "model/pds/pds_lasso.h"
#include "model/refusal.h"
#include "model/trace.h"

namespace whynot {

struct Claim {
  const Property* property = nullptr;  // null: only that it is a run
  Polarity polarity = Polarity::Violating;
  bool from_initial = true;      // else from its own first state
  const PdsLasso* by = nullptr;  // of a program: the rules it takes, where they are known
};

// Nothing when the model's own meaning confirms it.
std::optional<Refusal> replay(const Model&, const Trace&, const Claim& = {});

}  // namespace whynot
