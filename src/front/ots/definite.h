// Partial operations made harmless: `head(q) = k` is undefined for the empty queue, and a guard that is not
// definitely true is false.  Writing each partial atom beside the condition under which it is defined gives a
// formula that two-valued logic reads the same way.
#pragma once
#include "model/ots/ots.h"

namespace whynot::front::ots {

// True exactly where the formula is definitely true.
whynot::ots::Term definitely(whynot::ots::Ots&, whynot::ots::Term formula);
// When a term has a value: the conjunction of the conditions of the partial operations in it.
whynot::ots::Term defined(whynot::ots::Ots&, whynot::ots::Term);

// What a formula says for all values of variables that it quantifies over outermost, which become parameters: of
// `forall x: T. e`, `not (exists x: T. e)` and what follows from a condition likewise.
whynot::ots::Term without_outer_quantifiers(whynot::ots::Ots&, whynot::ots::Term formula,
                                            std::vector<whynot::ots::VarId>& params);

}  // namespace whynot::front::ots
