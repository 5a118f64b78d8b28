// whynot shell: the commands at a prompt, or from a script.
#pragma once
#include "command/command.h"

namespace whynot::face::shell {

ExitCode run_shell(command::Run&);

}  // namespace whynot::face::shell
