// Another program, run to its end or until the Context says stop.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/context.h"
#include "host/helper.h"

namespace whynot::host {

struct ProcessResult {
  int status = -1;  // its exit code; -1 when a signal ended it, ours or another
  std::string out, err;
};

// Where it runs, and what it may take.
struct ProcessRoom {
  std::string folder = {};       // its working directory; empty: ours
  std::uint64_t most_bytes = 0;  // of memory, and of each file that it writes; 0: as much as there is
};

// `words`: its arguments, without the program's own name; nothing comes in.
ProcessResult run_process(const Helper&, const std::vector<std::string>& words, Context&, const ProcessRoom& = {});

}  // namespace whynot::host
