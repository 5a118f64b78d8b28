// How the program ends (CONTRACT.md, "Exit codes").
#pragma once

namespace whynot {

enum ExitCode {
  exit_ok = 0,  // everything holds, or the question was answered and nothing is violated
  exit_usage = 2,
  exit_input = 3,
  exit_io = 4,
  exit_violated = 10,
  exit_undecided = 30,
  exit_internal = 70,
  exit_interrupted = 130,  // by SIGINT
  exit_terminated = 143,   // by SIGTERM
};

}  // namespace whynot
