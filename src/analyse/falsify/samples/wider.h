// Scopes with two elements of each sort but four of one: some violations need many of a kind, such as rounds, where a
// scope that has many of everything is beyond a search.
#pragma once
#include <vector>

#include "model/ots/ots.h"

namespace whynot::analyse::falsify {

// None unless the specification has elements that no scope of its own has; then nothing names an element.
std::vector<whynot::ots::Scope> wider_scopes(const whynot::ots::Ots&);

}  // namespace whynot::analyse::falsify
