// whynot check --except: a property whose counterexamples are known in part.
#pragma once
#include "command/about/decide.h"

namespace whynot::command {

// Decides it; where it is violated, by a counterexample outside of the classes that --except names, or by none.
Answer decide_except(const Arguments&, session::Workbench&, const Property&, const DecideOptions&);

}  // namespace whynot::command
