// The `expect` clauses of a specification beside what a command has found: an example checks itself whenever it is run.
#pragma once
#include "base/diagnostic.h"
#include "model/model.h"
#include "report/report.h"

namespace whynot::command {

// A warning (ots.expect) for each clause that the report contradicts.  What was not looked for contradicts nothing.
void compare_with_expects(const Specification&, const report::Report&, Diagnostics&);

}  // namespace whynot::command
