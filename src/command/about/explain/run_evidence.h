// Evidence for the violation of an LTL property: the negated formula evaluated along one run, as a proof whose goals
// are about positions of it.
#pragma once
#include "analyse/explain/walk/drive.h"
#include "model/system/transition_system.h"
#include "report/finding/evidence.h"

namespace whynot::command {

// REQUIRES a trace that violates the property.  The view and the ids of traces are for the caller to fill in.
report::Evidence evidence_on_run(const TransitionSystem&, const Property&, const Trace&,
                                 const analyse::explain::Extent&);

}  // namespace whynot::command
