// A finite system as a pushdown system whose stacks have one symbol: its reachable states (Basu et al., end of
// section 4).
#pragma once
#include <span>

#include "front/pds/syntax.h"
#include "model/model.h"

namespace whynot::session {

struct SystemStates {
  front::pds::PdsSection section;
  bool whole = true;  // false: there are more states than were listed
};

// The steps for which a condition holds carry the event of the same number; conditions may speak of inputs and next
// values.  REQUIRES a system.
SystemStates list_states(const Model&, std::span<const Expr> conditions, std::span<const front::pds::WhenSyntax>,
                         Context&);

}  // namespace whynot::session
