// What a term is after a transition, said of the state before.
#pragma once
#include "model/ots/ots.h"

namespace whynot::front::ots {

whynot::ots::Term after(const whynot::ots::Ots&, const whynot::ots::Transition&, whynot::ots::Term);

}  // namespace whynot::front::ots
