// From a necessary lemma to one that can be proved: terms made from the present state (a fresh nonce) become
// variables, literals are dropped while no state of the bounded space contradicts what remains.
#pragma once
#include <vector>

#include "analyse/falsify/lemma.h"
#include "base/context.h"
#include "model/ots/space.h"

namespace whynot::analyse::falsify {

// Candidates, most general first, none violated within the bound.  Whether they are inductive is not asked here.
std::vector<Cube> generalisations(const Ots&, const Cube&, whynot::ots::BoundedSpace&, Context&);

}  // namespace whynot::analyse::falsify
