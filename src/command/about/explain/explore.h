// A walk through evidence, line by line: by a person, or by a script.
#pragma once
#include "base/exit_code.h"
#include "command/about/explain/exploration.h"
#include "command/command.h"

namespace whynot::command {

// Lines of a script until one fails, which ends it; a person's session goes on.
ExitCode explore(Run&, session::Workbench&, const Property&, const ExploreOptions&);

}  // namespace whynot::command
