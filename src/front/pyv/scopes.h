#pragma once
#include "model/ots/ots.h"

namespace whynot::front::pyv {

// Gives a specification that names none the scopes `three`, `two` and `one`: so many elements of each sort, or as near
// to it as there are initial states (a sort may need just so many by an axiom).
void add_scopes(whynot::ots::Ots&);

}  // namespace whynot::front::pyv
