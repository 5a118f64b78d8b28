// Partial operations made harmless: `head(q) = k` is undefined for the empty queue, and a guard that is not
// definitely true is false.  Writing each partial atom beside the condition under which it is defined gives a
// formula that two-valued logic reads the same way.
#pragma once
#include "model/ots.h"

namespace whynot::front_ots {

// True exactly where the formula is definitely true.
ots::Term definitely(ots::Ots&, ots::Term formula);
// When a term has a value: the conjunction of the conditions of the partial operations in it.
ots::Term defined(ots::Ots&, ots::Term);

}  // namespace whynot::front_ots
