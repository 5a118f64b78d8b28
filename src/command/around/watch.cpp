// The stamps of the files are looked at five times a second.  Editors replace files as often as they write them, and a
// stamp tells of both; nobody waits for a kernel's queue.
#include "command/around/watch.h"

#include <chrono>
#include <filesystem>
#include <thread>

#include "base/exit_code.h"
#include "host/files.h"
#include "host/interrupt.h"
#include "session/front_end.h"

namespace whynot::command {
namespace {

constexpr std::chrono::milliseconds pause{200};

// Operands and files that options name; of a directory, the files in it.
std::vector<session::Stamp> stamps_of(const Arguments& arguments) {
  std::vector<std::string> paths = arguments.operands;
  for (const OptionRow& option : option_table())
    if (option.page == Page::Beside && applies(option, arguments.command))
      for (const std::string& value : arguments.given(option.name)) paths.push_back(split_step(value).file);
  std::vector<session::Stamp> stamps;
  for (const std::string& path : paths) {
    stamps.emplace_back(path);
    std::error_code error;
    if (host::is_folder(path))
      for (const auto& entry : std::filesystem::directory_iterator(path, error)) stamps.emplace_back(entry.path());
  }
  return stamps;
}

bool wait_for_change(const std::vector<session::Stamp>& before, const Arguments& arguments) {
  const auto looks = [](const std::vector<session::Stamp>& stamps) {
    std::string all;
    for (const session::Stamp& stamp : stamps) all += stamp.path + " " + stamp.looks + "\n";
    return all;
  };
  const std::string then = looks(before);
  while (!host::interrupt_flag()) {
    if (looks(stamps_of(arguments)) != then) return true;
    std::this_thread::sleep_for(pause);
  }
  return false;
}

}  // namespace

int watch(const Arguments& arguments, const std::function<int()>& once) {
  while (true) {
    const auto before = stamps_of(arguments);  // what changes meanwhile counts
    const int code = once();
    if (code == exit_usage || code == exit_interrupted || code == exit_terminated) return code;
    if (!wait_for_change(before, arguments)) return exit_interrupted;
  }
}

}  // namespace whynot::command
