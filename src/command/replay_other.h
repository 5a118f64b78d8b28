// Replay of traces on models that are no systems: observational transition systems and pushdown systems.
#pragma once
#include "command/command.h"

namespace whynot::command {

// `whynot trace replay FILE --model MODEL` for `.ots` and `.pds`: exit_ok when each trace is a run (and violates
// the property that is named), exit_violated when one is not.
ExitCode replay_on_ots(Run&);
ExitCode replay_on_pds(Run&);

}  // namespace whynot::command
