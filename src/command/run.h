// The command line as a function: arguments and streams in, exit code out.
#pragma once
#include <functional>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/context.h"
#include "base/exit_code.h"
#include "session/forward.h"

namespace whynot::command {

// Ends the process with this code after writing these texts; returns if it decides not to.
using Leave = std::function<void(Stop why, int code, const std::string& out, const std::string& err)>;

struct Streams {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool terminal_out = false, terminal_err = false;
  std::function<void(const std::string&)> on_event = {};  // lines of the jsonl format, as they become known
  Leave leave = {};  // for a command that cannot end in time by itself; without it, it takes the time it takes
  session::Session* session = nullptr;         // of several lines; without it, each has one of its own
  std::vector<std::string>* unread = nullptr;  // gets the options that were given and that nobody has asked for
  bool for_page = false;                       // what is written is for the page, which spells words itself
};

struct Run;

// A command that only the outermost face has: what it starts runs further lines.
struct FaceCommand {
  std::string_view name;
  ExitCode (*run)(Run&);
};

// `arguments` without the program's name.
int run(const std::vector<std::string>& arguments, const Streams&, std::span<const FaceCommand> of_face = {});

}  // namespace whynot::command
