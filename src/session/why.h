// One sentence in plain words: which values at which steps make the property false.
#pragma once
#include <string>
#include <vector>

#include "expr/print.h"
#include "model/property.h"
#include "model/system/transition_system.h"
#include "model/trace.h"
#include "report/report.h"

namespace whynot::session {

struct Why {
  std::string sentence;  // empty when a single trace does not tell
  std::vector<report::Cause> causes;
};

// DEFINEs under their names, but for those that only rename a variable or a constant.
ExprNames define_names(const TransitionSystem&);

// What the property says about one run; null when it says nothing of a single one.
Expr formula_on_run(ExprPool&, const Property&);

// REQUIRES a trace that has been replayed as a violation of the property.
Why explain_failure(const TransitionSystem&, const Property&, const Trace&);

}  // namespace whynot::session
