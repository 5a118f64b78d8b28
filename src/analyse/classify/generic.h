// An anchor's classes are a second level: below those of all counterexamples, whatever satisfies the anchor.
#pragma once
#include "analyse/classify/classify.h"
#include "analyse/classify/space.h"

namespace whynot::analyse::classify {

// Adds the first level, and below which of its classes each of these lies.  Nothing when it is not asked for, or was
// stopped.  The space must not be restricted to the anchor's runs.
void add_generic_level(Space&, const Options&, Vocabulary&, Classes&, Context&);

}  // namespace whynot::analyse::classify
