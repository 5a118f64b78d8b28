// The program as a function: arguments and streams in, exit code out.  All commands, and what runs others: the shell,
// the server and its worker.
#pragma once
#include <string>
#include <vector>

#include "command/run.h"

namespace whynot::face::cli {

// `arguments` without the program's name.
int run(const std::vector<std::string>& arguments, const command::Streams&);

}  // namespace whynot::face::cli
