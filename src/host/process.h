// Another program, run to its end or until the Context says stop.
#pragma once
#include <string>
#include <vector>

#include "base/context.h"
#include "host/helper.h"

namespace whynot::host {

struct ProcessResult {
  int status = -1;  // its exit code; -1 when a signal ended it, ours or another
  std::string out, err;
};

// `words`: its arguments, without the program's own name; nothing comes in.
ProcessResult run_process(const Helper&, const std::vector<std::string>& words, Context&);

}  // namespace whynot::host
