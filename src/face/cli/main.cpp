// The program: its streams, what becomes of an answer that cannot be written, and of memory that runs out anywhere.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <iostream>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

#include "base/exit_code.h"
#include "face/cli/c2pds.h"
#include "face/cli/run.h"
#include "host/descriptor.h"
#include "host/files.h"
#include "host/interrupt.h"
#include "host/output.h"

namespace {

// The worker's questions come by standard input.  They move to a place of their own, so that a command which reads the
// file "-" finds nothing rather than the questions that follow.
std::ifstream take_questions() {
  const int questions = fcntl(0, F_DUPFD_CLOEXEC, 3);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, 0);
  return std::ifstream("/dev/fd/" + std::to_string(questions));
}

// An answer that did not arrive is no answer, whatever it was.  A reader that has gone wanted no more of it.
int tell_unwritten(int error) {
  if (error != EPIPE)
    whynot::host::write_all(2, fmt::format("whynot: cannot write to standard output: {}\n", std::strerror(error)));
  return whynot::exit_io;
}

// For a command that is at work still: nothing of it is destroyed.
void leave(whynot::Stop why, int code, const std::string& out, const std::string& err) {
  using namespace whynot;
  if (why == Stop::Interrupted) code = host::interrupt_signal() == SIGTERM ? exit_terminated : exit_interrupted;
  host::remove_temporary_files();
  host::write_all(2, err);
  _exit(host::write_all(1, out) ? code : tell_unwritten(errno));
}

int answer(int argc, char** argv, std::ostream& out) {
  if (argc > 0 && std::string_view(argv[0]).ends_with("whynot-c2pds"))
    return whynot::face::cli::run_c2pds({argv + 1, argv + argc}, out);
  std::ifstream questions;
  const bool asked = argc > 1 && std::string_view(argv[1]) == "worker";
  if (asked) questions = take_questions();
  std::istream& in = asked ? static_cast<std::istream&>(questions) : std::cin;
  whynot::command::Streams streams{in, out, std::cerr, isatty(1) != 0, isatty(2) != 0};
  if (!asked) streams.leave = leave;  // a worker's questions are the server's to end
  return whynot::face::cli::run({argv + 1, argv + argc}, streams);
}

// Before a command has begun, memory may run out as well.
int guarded_answer(int argc, char** argv, std::ostream& out) {
  try {
    std::ios::sync_with_stdio(false);
    return answer(argc, argv, out);
  } catch (const std::bad_alloc&) {
    whynot::host::write_all(2, "whynot: out of memory\n");
    return whynot::exit_undecided;
  } catch (const std::system_error&) {
    whynot::host::write_all(2, "whynot: out of memory: no thread can be started\n");
    return whynot::exit_undecided;
  }
}

// The last resort: some destructors of libraries allocate, and no exception may leave them.
[[noreturn]] void end_at_once() {
  try {
    if (const auto thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    whynot::host::remove_temporary_files();
    whynot::host::write_all(2, "whynot: out of memory, where nothing that was found could be saved\n");
    _exit(whynot::exit_undecided);
  } catch (...) {}
  std::abort();
}

}  // namespace

int main(int argc, char** argv) {
  std::set_terminate(end_at_once);
  whynot::host::Output out(1);
  std::cin.tie(&out);  // a prompt is seen before its answer is read
  const int code = guarded_answer(argc, argv, out);
  const int error = out.finish();
  return error == 0 ? code : tell_unwritten(error);
}
