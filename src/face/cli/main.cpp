#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

#include "base/exit_code.h"
#include "face/cli/c2pds.h"
#include "face/cli/run.h"
#include "host/descriptor.h"
#include "host/files.h"
#include "host/interrupt.h"

namespace {

// The worker's questions come by standard input.  They move to a place of their own, so that a command which reads the
// file "-" finds nothing rather than the questions that follow.
std::ifstream take_questions() {
  const int questions = fcntl(0, F_DUPFD_CLOEXEC, 3);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, 0);
  return std::ifstream("/dev/fd/" + std::to_string(questions));
}

// For a command that is at work still: nothing of it is destroyed.
void leave(whynot::Stop why, int code, const std::string& out, const std::string& err) {
  using namespace whynot;
  if (why == Stop::Interrupted) code = host::interrupt_signal() == SIGTERM ? exit_terminated : exit_interrupted;
  host::remove_temporary_files();
  host::write_all(2, err);
  host::write_all(1, out);
  _exit(code);
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  if (argc > 0 && std::string_view(argv[0]).ends_with("whynot-c2pds"))
    return whynot::face::cli::run_c2pds({argv + 1, argv + argc});
  std::ifstream questions;
  const bool asked = argc > 1 && std::string_view(argv[1]) == "worker";
  if (asked) questions = take_questions();
  std::istream& in = asked ? static_cast<std::istream&>(questions) : std::cin;
  whynot::command::Streams streams{in, std::cout, std::cerr, isatty(1) != 0, isatty(2) != 0};
  if (!asked) streams.leave = leave;  // a worker's questions are the server's to end
  return whynot::face::cli::run({argv + 1, argv + argc}, streams);
}
