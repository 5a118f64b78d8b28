// A formula about two states as a transition that can be run: a guard, what each observer becomes, and parameters for
// whatever the formula leaves open.  Nothing is lost: the transition leads from one state to another by some choice
// exactly where the formula holds of the two.
#pragma once
#include <vector>

#include "model/ots/ots.h"

namespace whynot::front::pyv {

// `formula` speaks of the state after by marked observers (elaborate.h), `modified` are those that may change.  The
// guard, updates and choices of `transition` are made; its parameters are there already.
void make_executable(whynot::ots::Ots&, whynot::ots::Term formula, const std::vector<std::uint32_t>& modified,
                     whynot::ots::Transition& transition);

}  // namespace whynot::front::pyv
