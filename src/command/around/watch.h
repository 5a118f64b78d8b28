// --watch: the command again whenever a file that it names has changed, until ^C.
#pragma once
#include <functional>

#include "command/options.h"

namespace whynot::command {

// Runs `once` now and after each change; the code of the last run, or that of the interruption.
int watch(const Arguments&, const std::function<int()>& once);

}  // namespace whynot::command
