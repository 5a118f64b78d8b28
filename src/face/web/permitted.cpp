// A line is parsed exactly as the command line is, then every option that it gives is looked up in the option table,
// whose `page` column decides.  Names of files are resolved by the kernel (openat2), not by comparing text: a symbolic
// link or `..` cannot lead out of the model's folder.
#include "face/web/permitted.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/words.h"
#include "host/files.h"

namespace whynot::face::web {
namespace {

constexpr std::array commands =
    std::to_array<std::string_view>({"check", "why", "explain", "classify", "intervals", "paths", "falsify", "search",
                                     "prove", "simulate", "states", "sets", "trace", "net"});

template <class List>
bool among(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// Into the report or the answer, not into a file.
bool stays_here(const command::OptionRow& option, const command::Arguments& arguments) {
  const auto& values = arguments.all(option.name);
  if (option.name == "graph") return values == std::vector<std::string>{"report"};
  return std::none_of(values.begin(), values.end(),
                      [](const std::string& value) { return value.find('=') != std::string::npos; });
}

// Operands of most commands would be another model.  Sets have names within the session's file; a trace is sent
// along with the line, as the file "-".
bool may_stand(const command::Arguments& arguments) {
  const auto& words = arguments.operands;
  if (arguments.command == "sets") return true;
  if (arguments.command == "net") return words.size() == 1;  // the open folder
  if (arguments.command != "trace") return words.empty();
  constexpr std::array verbs = std::to_array<std::string_view>({"show", "replay", "convert"});
  return words.size() == 2 && among(verbs, words[0]) && words[1] == "-";
}

// What was sent along with the line; `--from` may name a step of it.
bool is_input(std::string_view option, const std::string& value) {
  return ((option == "base" || option == "trace") && value == "-") ||
         (option == "from" && command::split_step(value).file == "-");
}

bool names_a_file(std::string_view option, const std::string& value) {
  if (is_input(option, value)) return false;
  if (option == "strategy") return value.ends_with(".lua");
  if (option == "base") return value.find_first_not_of("0123456789") != std::string::npos;
  return true;
}

std::string file_in(std::string_view option, const std::string& value) {
  return option == "from" ? command::split_step(value).file : value;
}

}  // namespace

bool is_beneath(const std::string& folder, const std::string& file) {
  if (file == "-") return false;  // standard input
  const std::filesystem::path relative = std::filesystem::path(file).lexically_proximate(folder);
  const int root = open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (root < 0) return false;
  struct open_how how {};
  how.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;
  const int found = static_cast<int>(syscall(SYS_openat2, root, relative.c_str(), &how, sizeof how));
  struct stat status {};
  const bool fine = found >= 0 && fstat(found, &status) == 0 && S_ISREG(status.st_mode);
  if (found >= 0) close(found);
  close(root);
  return fine;
}

bool is_permitted(const command::OptionRow& option) {
  return option.page == command::Page::Yes || option.page == command::Page::Beside;
}

std::optional<std::string> refuses_line(std::string_view line, const std::string& model,
                                        std::optional<std::chrono::milliseconds> longest) {
  const auto words = split_words(line);
  if (!words) return "a quote is not closed";
  if (words->empty()) return "the line is empty";
  if (!among(commands, (*words)[0])) return fmt::format("`{}` cannot be run from the page", (*words)[0]);
  const auto parsed = command::parse_arguments(*words);
  if (const auto* error = std::get_if<command::UsageError>(&parsed))
    return error->message + (error->help.empty() ? "" : "; " + error->help);
  const command::Arguments& arguments = std::get<command::Arguments>(parsed);
  if (!may_stand(arguments))
    return fmt::format("`{}`: the page asks about the open model and the traces that it sends",
                       arguments.operands.empty() ? arguments.command : arguments.operands.back());
  if (const auto time = arguments.duration("timeout"); time && longest && *time > *longest)
    return fmt::format("`--timeout {}`: the server was started with less", arguments.text("timeout"));
  for (const command::OptionRow& option : command::option_table()) {
    if (!applies(option, arguments.command) || !arguments.has(option.name) || option.page == command::Page::Yes)
      continue;
    if (option.page == command::Page::Report && stays_here(option, arguments)) continue;
    if (option.page != command::Page::Beside) return fmt::format("`--{}` cannot be used from the page", option.name);
    for (const std::string& value : arguments.all(option.name))
      if (names_a_file(option.name, value) && !is_beneath(host::folder_of(model), file_in(option.name, value)))
        return fmt::format("`--{} {}`: not a file in the model's directory", option.name, value);
  }
  return std::nullopt;
}

}  // namespace whynot::face::web
