#include <fcntl.h>
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

#include "app/run.h"

namespace {

// The worker's questions come by standard input.  They move to a place of their own, so that a command which reads the
// file "-" finds nothing rather than the questions that follow.
std::ifstream take_questions() {
  const int questions = fcntl(0, F_DUPFD_CLOEXEC, 3);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, 0);
  return std::ifstream("/dev/fd/" + std::to_string(questions));
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  std::ifstream questions;
  const bool asked = argc > 1 && std::string_view(argv[1]) == "worker";
  if (asked) questions = take_questions();
  std::istream& in = asked ? static_cast<std::istream&>(questions) : std::cin;
  return whynot::app::run({argv + 1, argv + argc}, {in, std::cout, std::cerr, isatty(1) != 0, isatty(2) != 0});
}
