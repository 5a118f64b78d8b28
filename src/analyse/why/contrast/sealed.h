// The step from which the failure is inevitable, and what could have been chosen instead just before.
#pragma once
#include <optional>
#include <vector>

#include "analyse/why/contrast/nearest.h"

namespace whynot::analyse::why {

struct Sealed {
  bool known = false;               // else the engines gave up
  std::optional<std::size_t> step;  // from here on every run fails; nothing: at no step.  Steps count on round the loop
  bool every_run = false;           // whatever the initial values are
  std::vector<Place> initial = {};  // sealed from the start: initial choices with which every run fails, as few as
                                    // possible
  bool minimal = false;             // none of them can be left out
  std::vector<Change> choice = {};  // the least change into that step after which the run can still pass
};

// Where the run is sealed.  REQUIRES a run on which the formula is false.
Sealed sealed(const TransitionSystem&, const Stepper&, const Trace&, Owing&, Continuations&, Context&);

// A passing run that leaves the trace as late as possible: after the last step from which that is known to be possible.
std::optional<Contrast> latest(const TransitionSystem&, const Stepper&, const Trace&, const Sealed&, Owing&,
                               Continuations&, Context&);

}  // namespace whynot::analyse::why
