// Which variables of a system are chosen rather than computed.
#pragma once
#include "model/system/transition_system.h"

namespace whynot::analyse::variants {

// A state variable whose next value is picked from a set, or that nothing is assigned to.
inline bool is_picked(const TransitionSystem& system, Expr variable) {
  for (const Assignment& a : system.invar_assignments)
    if (a.variable == variable) return false;
  for (const Assignment& a : system.next_assignments)
    if (a.variable == variable) return a.value.type().is(TypeKind::Set);
  return true;
}

}  // namespace whynot::analyse::variants
