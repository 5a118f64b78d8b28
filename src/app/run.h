// The command line as a function: arguments and streams in, exit code out.
#pragma once
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace whynot::app {

struct Streams {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool terminal_out = false, terminal_err = false;
  std::function<void(const std::string&)> on_event = {};  // lines of the jsonl format, as they become known
};

// `arguments` without the program's name.
int run(const std::vector<std::string>& arguments, const Streams&);

}  // namespace whynot::app
