// How a failing run could have passed, for a report: the passing run goes in by its replay.
#pragma once
#include "analyse/why/contrast/contrast.h"
#include "report/finding/classification.h"
#include "report/finding/why.h"
#include "session/workbench.h"

namespace whynot::command {

// Fills in `sealed` and `contrast`; nothing where the property cannot be followed along a run.
void add_contrast(session::Workbench&, const Property&, const Trace&, const analyse::why::Failure&,
                  const std::vector<analyse::why::Place>& roots, const analyse::why::ContrastEffort&, report::Why&);

// The strongest of these in a sentence, found with little work; empty where there is nothing to say.
std::string contrast_line(session::Workbench&, const Property&, const Trace&);

// The nearest run that passes, found with little work; nothing where none was.
std::optional<report::CounterexampleClass::Contrast> nearest_passing(session::Workbench&, const Property&,
                                                                     const Trace&);

}  // namespace whynot::command
