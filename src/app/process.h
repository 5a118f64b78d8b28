// Another program, run to its end or until the Context says stop.
#pragma once
#include <string>
#include <vector>

#include "base/context.h"

namespace whynot::app {

struct ProcessResult {
  bool found = true;  // false: there is no such program
  int status = -1;    // its exit code; -1 when a signal ended it, ours or another
  std::string out, err;
};

// `words[0]` is sought on the PATH; nothing comes in.  `folder`: where it runs; empty for here.
ProcessResult run_process(const std::vector<std::string>& words, const std::string& folder, Context&);

}  // namespace whynot::app
