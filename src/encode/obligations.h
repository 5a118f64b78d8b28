// What must be true for a model to mean anything (a case that covers all cases, a value that fits its
// variable, a divisor that is not 0), decided for all values of the variables within their types.
#pragma once
#include <span>

#include "base/context.h"
#include "base/diagnostic.h"
#include "model/system/transition_system.h"

namespace whynot::encode {

// An obligation that fails is an error (or a warning) under its own code, with an assignment that shows it; one that is
// not decided within limits is a warning `model.undecided-check`.  False after an error.
bool discharge(const ExprPool&, std::span<const Obligation>, Context&, Diagnostics&);
// Those of the model itself.
bool discharge(const TransitionSystem&, Context&, Diagnostics&);

}  // namespace whynot::encode
