// The passing run that is nearest to a failing one: a few choices are changed, all others are made again as they were,
// and the rest follows from the model.  A choice is a but-for cause if such a change helps.
#pragma once
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "analyse/why/contrast/continuation.h"
#include "analyse/why/contrast/player.h"

namespace whynot::analyse::why {

struct Change {
  Place place;
  Value from, to;

  friend bool operator==(const Change&, const Change&) = default;
};

struct Contrast {
  std::vector<Change> changes;  // at the first step that differs, where the engines gave the run
  bool each_round = false;      // made each time round the loop, rather than only the first time
  bool keeps_trigger = true;    // what the failure began with is there all the same
  std::size_t shared = 0;       // states that both runs begin with
  Trace run = {};
};

struct Nearest {
  std::optional<Contrast> best;
  std::size_t single = 0;  // single changes that help as the best one does
  std::size_t tried = 0;   // the largest number of changes that was tried at all …
  bool complete = true;    // … and whether all of them were
};

// Something that the failing run has and a passing one should have too: an atom with its truth at a step.
struct Trigger {
  Expr atom;
  std::size_t step = 0;
  bool holds = false;
};

struct NearestQuestion {
  const TransitionSystem* system = nullptr;
  const Stepper* stepper = nullptr;
  const Trace* trace = nullptr;
  Expr formula;  // false on the trace
  std::vector<Trigger> triggers = {};
  std::optional<std::set<Place>> roots = {};  // one of the changes is among them; nothing = any
  std::size_t most = 2;                       // changes
  std::uint64_t work = 3'000'000;             // values computed
};

// REQUIRES that Owing::takes the formula.
Nearest nearest(const NearestQuestion&, Owing&, Continuations&, Context&);

// Whether the run is one of the model, fair, and makes the formula true.
bool passes(const TransitionSystem&, const Stepper&, Expr formula, const Trace&);
bool keeps(const TransitionSystem&, const std::vector<Trigger>&, const Trace&);
// How many states two runs begin with alike.
std::size_t shared_beginning(const Trace&, const Trace&);

}  // namespace whynot::analyse::why
