// Classes that nobody has written predicates for: facts are added in the order of what they cost a reader, until they
// tell every counterexample from the runs that pass.
#pragma once
#include "analyse/classify/classify.h"

namespace whynot::analyse::classify {

// As classify(); where plain facts do not do, or give too many classes, with richer ones.  `at_once`: with these from
// the beginning.  Effort decides how far it goes, never time.
Outcome discover(const TransitionSystem&, const Stepper&, const Property&, const Options&, bool at_once, Context&);

}  // namespace whynot::analyse::classify
