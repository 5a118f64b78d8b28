// whynot serve: the explorer, a page in the browser.
#pragma once
#include "command/command.h"

namespace whynot::face::web {

ExitCode run_serve(command::Run&);

}  // namespace whynot::face::web
