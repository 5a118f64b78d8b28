// Nothing here knows a particular option: the rows of the option table say which exist, for which commands, and what
// their values look like.  Parsing and the access functions all go by the rows.
#include "command/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/diagnostic.h"
#include "engine/engine.h"
#include "report/formats.h"
#include "session/front_end.h"

namespace whynot::command {
namespace {

using enum OptionKind;

const OptionRow* find_letter(char letter, std::string_view command) {
  const OptionRow* found = nullptr;  // an option of the command itself hides a general one
  for (const OptionRow& option : option_table())
    if (option.letter == letter && applies(option, command) && (!found || option.commands != "*")) found = &option;
  return found;
}

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(at);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

bool all_digits(std::string_view text) {
  return !text.empty() && text.size() <= 18 &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

// A number with a unit; the factor of the unit by `units`, nothing if malformed.
std::optional<std::uint64_t> scaled(std::string_view text,
                                    std::span<const std::pair<std::string_view, std::uint64_t>> units) {
  std::size_t digits = 0;
  while (digits < text.size() && std::isdigit(static_cast<unsigned char>(text[digits]))) ++digits;
  if (!all_digits(text.substr(0, digits))) return std::nullopt;
  for (const auto& [unit, factor] : units)
    if (text.substr(digits) == unit) {
      std::uint64_t value = 0;
      if (__builtin_mul_overflow(std::stoull(std::string(text.substr(0, digits))), factor, &value)) return std::nullopt;
      return value;
    }
  return std::nullopt;
}

constexpr std::pair<std::string_view, std::uint64_t> time_units[] = {
    {"ms", 1}, {"s", 1000}, {"", 1000}, {"m", 60000}, {"h", 3600000}};
constexpr std::pair<std::string_view, std::uint64_t> size_units[] = {
    {"", 1}, {"K", 1 << 10}, {"k", 1 << 10}, {"M", 1 << 20}, {"m", 1 << 20}, {"G", 1 << 30}, {"g", 1 << 30}};

// An option of other commands that says no more than what is usual anyway does no harm.
bool is_usual_elsewhere(std::string_view name, std::string_view value) {
  const auto table = option_table();
  return std::any_of(table.begin(), table.end(), [&](const OptionRow& option) {
    return option.name == name && !option.usual.empty() && option.usual == value;
  });
}

UsageError unknown_option(std::string_view word, std::string_view command) {
  std::vector<std::string_view> names;
  std::string elsewhere;
  for (const OptionRow& option : option_table()) {
    if (applies(option, command))
      names.push_back(option.name);
    else if ("--" + std::string(option.name) == word)
      elsewhere = option.commands;
  }
  UsageError error{fmt::format("`whynot {}` has no option `{}`", command, word), ""};
  if (!elsewhere.empty()) {
    error.help = fmt::format("it belongs to: {}", elsewhere);
  } else if (const auto near = nearest_name(
                 word.substr(word.find_first_not_of('-') == std::string_view::npos ? 0 : word.find_first_not_of('-')),
                 names);
             !near.empty()) {
    error.help = fmt::format("did you mean `--{}`?", near);
  } else {
    error.help = fmt::format("`whynot help {}` lists them", command);
  }
  return error;
}

// Reads options and operands of one command, in any order; `--` ends the options.
class Parser {
 public:
  explicit Parser(std::span<const std::string> words) : words_(words) {}

  std::variant<Arguments, UsageError> run() {
    bool options_ended = false;
    for (std::size_t i = 0; i < words_.size() && !error_; ++i) {
      const std::string_view word = words_[i];
      // No option is a digit: `-5..3` is an operand.
      if (options_ended || word.size() < 2 || word[0] != '-' || std::isdigit(static_cast<unsigned char>(word[1])))
        operand(word);
      else if (word == "--")
        options_ended = true;
      else if (word[1] == '-')
        long_option(word, i);
      else
        short_options(word, i);
    }
    if (error_) return *error_;
    return std::move(result_);
  }

 private:
  void operand(std::string_view word) {
    if (result_.command.empty()) {
      result_.command = word;
      check_command();
    } else {
      result_.operands.emplace_back(word);
    }
  }

  void check_command() {
    std::vector<std::string_view> names;
    for (const CommandRow& command : command_table()) {
      if (command.name == result_.command) return;
      names.push_back(command.name);
    }
    const auto near = nearest_name(result_.command, names);
    error_ =
        UsageError{fmt::format("there is no command `{}`", result_.command),
                   near.empty() ? "`whynot help` lists the commands" : fmt::format("did you mean `whynot {}`?", near)};
  }

  void take(const OptionRow& option, std::string value) {
    if (auto message = malformed_value(option, value)) {
      error_ = UsageError{*message, ""};
      return;
    }
    result_.set(option.name, std::move(value));
  }

  void long_option(std::string_view word, std::size_t& i) {
    const std::size_t equals = word.find('=');
    const std::string_view name = word.substr(2, equals == std::string_view::npos ? equals : equals - 2);
    const OptionRow* option = option_named(name, result_.command);
    const bool has_value = equals != std::string_view::npos || i + 1 < words_.size();
    std::string value;
    if (equals != std::string_view::npos)
      value = word.substr(equals + 1);
    else if (has_value)
      value = words_[i + 1];
    if (!option && has_value && is_usual_elsewhere(name, value)) {
      if (equals == std::string_view::npos) ++i;
    } else if (!option) {
      error_ = unknown_option(word.substr(0, equals), result_.command);
    } else if (option->kind == Flag) {
      if (equals != std::string_view::npos) error_ = UsageError{fmt::format("`--{}` takes no value", name), ""};
      result_.set(name, "");
    } else if (equals != std::string_view::npos) {
      take(*option, value);
    } else {
      with_next(*option, word, i);
    }
  }

  void with_next(const OptionRow& option, std::string_view word, std::size_t& i) {
    if (i + 1 == words_.size())
      error_ = UsageError{fmt::format("`{}` needs a value: {}", word, argument_of(option)), ""};
    else
      take(option, words_[++i]);
  }

  // -q, -qv, -n5, -n 5
  void short_options(std::string_view word, std::size_t& i) {
    for (std::size_t at = 1; at < word.size() && !error_; ++at) {
      const OptionRow* option = find_letter(word[at], result_.command);
      if (!option) {
        error_ = unknown_option(fmt::format("-{}", word[at]), result_.command);
      } else if (option->kind == Flag) {
        result_.set(option->name, "");
      } else if (at + 1 < word.size()) {
        return take(*option, std::string(word.substr(at + 1)));
      } else {
        return with_next(*option, word, i);
      }
    }
  }

  std::span<const std::string> words_;
  Arguments result_;
  std::optional<UsageError> error_;
};

}  // namespace

std::optional<std::string> malformed_value(const OptionRow& option, std::string_view value) {
  switch (option.kind) {
    case Flag:
    case Text: return std::nullopt;
    case Count:
      if (all_digits(value)) return std::nullopt;
      if (value.starts_with('-')) return fmt::format("--{} must be 0 or more", option.name);
      return fmt::format("`--{} {}`: expected a whole number", option.name, value);
    case Positive:
      if (all_digits(value) && value.find_first_not_of('0') != value.npos) return std::nullopt;
      return fmt::format("--{} must be 1 or more", option.name);
    case Duration:
      if (scaled(value, time_units)) return std::nullopt;
      return fmt::format("`--{} {}`: expected a time such as 500ms, 30s, 5m or 1h", option.name, value);
    case Size:
      if (scaled(value, size_units)) return std::nullopt;
      return fmt::format("`--{} {}`: expected a size such as 500M or 4G", option.name, value);
    case Choice:
    case OptionKind::Format:
    case Engine:
    case Language: break;
  }
  const auto words = words_of(option);
  if (std::find(words.begin(), words.end(), value.substr(0, value.find('='))) != words.end()) return std::nullopt;
  return fmt::format("`--{} {}`: expected one of {}", option.name, value, fmt::join(words, ", "));
}

bool applies(const OptionRow& option, std::string_view command) {
  if (option.commands == "*") return true;
  if (command == "worker") command = "shell";  // a shell over a pipe
  const auto names = split(option.commands, ' ');
  return std::find(names.begin(), names.end(), command) != names.end();
}

TraceStep split_step(const std::string& value) {
  const std::size_t at = value.rfind('@');
  const std::string digits = at == std::string::npos ? "" : value.substr(at + 1);
  if (digits.empty() || digits.size() > 8 || digits.find_first_not_of("0123456789") != std::string::npos)
    return {value, std::nullopt};
  return {value.substr(0, at), std::stoull(digits)};
}

std::vector<std::string> inherited_options(const Arguments& arguments) {
  std::vector<std::string> inherited;
  for (const OptionRow& option : option_table()) {
    if (option.role == Role::File || option.role == Role::Question || !applies(option, arguments.command)) continue;
    for (const std::string& value : arguments.given(option.name))
      inherited.push_back(option.kind == OptionKind::Flag ? fmt::format("--{}", option.name)
                                                          : fmt::format("--{}={}", option.name, value));
  }
  return inherited;
}

std::string Arguments::text(std::string_view option, std::string_view otherwise) const {
  const auto& values = all(option);
  return values.empty() ? std::string(otherwise) : values.back();
}

const std::vector<std::string>& Arguments::all(std::string_view option) const {
  const auto& values = given(option);
  if (!values.empty()) read_.emplace(option);
  return values;
}

const std::vector<std::string>& Arguments::given(std::string_view option) const {
  static const std::vector<std::string> none;
  const auto found = values_.find(option);
  return found == values_.end() ? none : found->second;
}

std::vector<std::string> Arguments::unread() const {
  std::vector<std::string> names;
  for (const auto& [name, values] : values_)
    if (!read_.contains(name)) names.push_back(name);
  return names;
}

std::vector<std::string> Arguments::list(std::string_view option) const {
  std::vector<std::string> result;
  for (const std::string& value : all(option))
    for (std::string& part : split(value, ','))
      if (!part.empty()) result.push_back(std::move(part));
  return result;
}

std::optional<std::uint64_t> Arguments::count(std::string_view option) const {
  if (!has(option)) return std::nullopt;
  return std::stoull(text(option));
}

std::optional<std::chrono::milliseconds> Arguments::duration(std::string_view option) const {
  if (!has(option)) return std::nullopt;
  // A clock that counts nanoseconds has room for a century from now, not for every number that can be written.
  constexpr std::chrono::milliseconds century = std::chrono::hours(24 * 365 * 100);
  return std::chrono::milliseconds(std::min<std::uint64_t>(*scaled(text(option), time_units), century.count()));
}

std::optional<std::uint64_t> Arguments::bytes(std::string_view option) const {
  if (!has(option)) return std::nullopt;
  return scaled(text(option), size_units);
}

const OptionRow* option_named(std::string_view name, std::string_view command) {
  for (const OptionRow& option : option_table())
    if (option.name == name && applies(option, command)) return &option;
  return nullptr;
}

bool fits(const OptionRow& option, const session::FrontEnd& front) {
  return (option.of.kinds & only(front.makes)) != 0 && (option.of.front.empty() || option.of.front == front.name);
}

std::vector<std::string> words_of(const OptionRow& option) {
  switch (option.kind) {
    case OptionKind::Choice: return split(option.argument, '|');
    case OptionKind::Format: return split(report::format_words(), '|');
    case OptionKind::Language: return split(session::front_end_words(), '|');
    case OptionKind::Engine: return split(engine::engine_words(), '|');
    default: return {};
  }
}

std::string argument_of(const OptionRow& option) {
  const bool from_table = option.kind == OptionKind::Engine || option.kind == OptionKind::Language;
  return from_table ? fmt::format("{}", fmt::join(words_of(option), "|")) : std::string(option.argument);
}

std::variant<Arguments, UsageError> parse_arguments(std::span<const std::string> arguments) {
  return Parser(arguments).run();
}

}  // namespace whynot::command
