// Known counterexamples in the words of strategies: `avoid(cex.json@t1)` for a trace of a file, `avoid(cex.json)` for
// all of them, `avoid(t1)` for a trace of an earlier answer of the session.
#pragma once
#include <optional>
#include <string>

#include "session/workbench.h"

namespace whynot::command {

// True in the states that they come to.  Nothing where the text names no trace; null after a diagnostic.
std::optional<Expr> known_states(session::Workbench&, const std::string& text);

}  // namespace whynot::command
