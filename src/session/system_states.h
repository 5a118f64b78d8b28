// A finite system as a pushdown system whose stacks have one symbol: its reachable states (Basu et al., end of
// section 4).
#pragma once
#include <optional>
#include <span>

#include "front/pds/syntax.h"
#include "session/workbench.h"

namespace whynot::session {

struct SystemStates {
  front::pds::PdsSection section;
  bool whole = true;  // false: there are more states than were listed
};

// The steps for which a condition holds carry its event; conditions may speak of inputs and next values.  Nothing
// after errors.
std::optional<SystemStates> list_states(Workbench&, std::span<const front::pds::WhenSyntax>);

}  // namespace whynot::session
