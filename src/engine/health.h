// Whether a system says anything at all: what NuSMV's check_fsm looks for.  A model without initial states or
// without infinite runs makes every CTL and LTL property true, which is seldom what its author meant.
#pragma once
#include <optional>

#include "base/context.h"
#include "base/keep.h"
#include "model/system/transition_system.h"
#include "model/trace.h"

namespace whynot::engine {

struct Health {
  enum class Runs { All, Some, None };  // of the initial states start a fair infinite run
  bool has_initial_state = true, has_step = true;
  Runs runs = Runs::All;
  std::optional<Trace> deadlock;  // a shortest way to a state without successor

  bool is_good() const { return has_initial_state && has_step && runs == Runs::All && !deadlock; }
};

// Nothing when the context said stop, or the system has values without bits.  The system must outlive `keep`, if there
// is one.
std::optional<Health> examine(const TransitionSystem&, Keep* keep, Context&);

}  // namespace whynot::engine
