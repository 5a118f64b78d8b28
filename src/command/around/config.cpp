// The nearest .whynotrc counts, alone; it is looked for in the directory of the model and in those above it.
#include "command/around/config.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <sstream>

#include "command/command.h"
#include "host/files.h"

namespace whynot::command {
namespace {

constexpr const char* file_name = ".whynotrc";

// Ours, root's, or that of whoever wrote the model: in a directory that all may write to, nobody else decides.
bool is_trusted(const std::string& file, const std::string& model) {
  struct stat of_file {};
  struct stat of_model {};
  if (stat(file.c_str(), &of_file) != 0) return false;
  const bool same = stat(model.c_str(), &of_model) == 0 && of_model.st_uid == of_file.st_uid;
  return same || of_file.st_uid == geteuid() || of_file.st_uid == 0;
}

std::string nearest_file(const std::string& model) {
  std::error_code error, not_there;
  const std::string beside = host::folder_of(model);
  std::filesystem::path folder = std::filesystem::absolute(beside.empty() ? "." : beside, error).lexically_normal();
  if (error) return "";
  while (true) {
    if (std::filesystem::is_regular_file(folder / file_name, not_there)) return folder / file_name;
    if (folder == folder.parent_path()) return "";
    folder = folder.parent_path();
  }
}

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r"), end = text.find_last_not_of(" \t\r");
  return begin == std::string_view::npos ? "" : std::string(text.substr(begin, end - begin + 1));
}

bool may_be_configured(const OptionRow& option) {
  const bool about_how = option.role == Role::How || option.role == Role::Look || option.role == Role::Limit;
  const bool harmless = option.kind != OptionKind::Text && option.kind != OptionKind::Format;
  constexpr std::array<std::string_view, 5> never{"help", "version", "no-config", "watch", "exit-zero"};
  return about_how && harmless && std::find(never.begin(), never.end(), option.name) == never.end();
}

// A row of that name, of whatever command.
const OptionRow* any_option_named(std::string_view name) {
  for (const OptionRow& option : option_table())
    if (option.name == name) return &option;
  return nullptr;
}

class Reader {
 public:
  Reader(Arguments& arguments, std::string file) : arguments_(arguments), config_{std::move(file), ""} {
    for (const OptionRow& option : option_table())
      if (!arguments_.given(option.name).empty()) given_.emplace(option.name);
  }

  // What is wrong with it; nothing: all is well.
  std::optional<std::string> read(const std::string& text) {
    std::istringstream lines(text);
    std::string line, section;
    for (std::size_t number = 1; std::getline(lines, line); ++number) {
      line = trimmed(line.substr(0, line.find('#')));
      if (line.empty()) continue;
      std::optional<std::string> wrong;
      if (line.front() == '[')
        wrong = enter(line, section);
      else if (section.empty() || section == arguments_.command)
        wrong = take(line);
      if (wrong) return fmt::format("{}:{}:1: error[app.config]: {}\n", config_.file, number, *wrong);
    }
    return std::nullopt;
  }
  const Config& config() const { return config_; }

 private:
  static std::optional<std::string> enter(const std::string& line, std::string& section) {
    section = trimmed(std::string_view(line).substr(1, line.find(']') - 1));
    if (line.back() == ']' && command_named(section)) return std::nullopt;
    return fmt::format("`{}` is not a section: [COMMAND]", line);
  }

  std::optional<std::string> take(const std::string& line) {
    const std::size_t equals = line.find('=');
    const std::string name = trimmed(line.substr(0, equals));
    const std::string value = equals == std::string::npos ? "" : trimmed(line.substr(equals + 1));
    const OptionRow* known = any_option_named(name);
    if (!known) return fmt::format("there is no option `{}`", name);
    if (!may_be_configured(*known)) return fmt::format("`{}` belongs on the command line", name);
    const OptionRow* option = option_named(name, arguments_.command);
    const auto& front = front_of(arguments_, *command_named(arguments_.command));
    if (!option || !fits(*option, front) || given_.contains(name)) return std::nullopt;
    if (option->kind == OptionKind::Flag && equals != std::string::npos)
      return fmt::format("`{}` takes no value", name);
    if (auto wrong = malformed_value(*option, value); wrong && option->kind != OptionKind::Flag) return wrong;
    arguments_.set(name, value);
    config_.options += fmt::format(" --{}{}{}", name, value.empty() ? "" : "=", value);
    return std::nullopt;
  }

  Arguments& arguments_;
  Config config_;
  std::set<std::string, std::less<>> given_;
};

}  // namespace

std::variant<Config, ConfigError> add_config(Arguments& arguments) {
  const CommandRow* command = command_named(arguments.command);
  const bool asked =
      command && command->is_about_model() && !arguments.operands.empty() && arguments.operands[0] != "-";
  if (!asked || !arguments.given("no-config").empty()) return Config{};
  const std::string file = nearest_file(arguments.operands[0]);
  if (file.empty() || !is_trusted(file, arguments.operands[0])) return Config{};
  std::string error;
  const auto text = host::read_file(file, error, {std::uint64_t{1} << 16, true});
  if (!text) return ConfigError{fmt::format("whynot: cannot read {}\n", error)};
  Reader reader(arguments, file);
  if (const auto wrong = reader.read(*text)) return ConfigError{*wrong};
  return reader.config();
}

}  // namespace whynot::command
