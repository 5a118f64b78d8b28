// The command line, read by the tables.
#pragma once
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "command/tables.h"

namespace whynot::command {

struct UsageError {
  std::string message;
  std::string help;  // what to do; may be empty
};

// What was asked for, checked against the table: values are well-formed, but files and names are not looked at.
class Arguments {
 public:
  std::string command;
  std::vector<std::string> operands;

  bool has(std::string_view option) const { return !all(option).empty(); }
  std::string text(std::string_view option, std::string_view otherwise = "") const;
  const std::vector<std::string>& all(std::string_view option) const;
  std::vector<std::string> list(std::string_view option) const;  // all, each split at commas
  std::optional<std::uint64_t> count(std::string_view option) const;
  std::optional<std::chrono::milliseconds> duration(std::string_view option) const;
  std::optional<std::uint64_t> bytes(std::string_view option) const;

  // For callers that go through the whole table: what was given, a flag as an empty text.
  const std::vector<std::string>& given(std::string_view option) const;
  // Options that were given and that nobody has asked for.
  std::vector<std::string> unread() const;

  void set(std::string_view option, std::string value) { values_[std::string(option)].push_back(std::move(value)); }

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
  mutable std::set<std::string, std::less<>> read_;
};

// TRACE[@STEP], the value of --from.
struct TraceStep {
  std::string file;
  std::optional<std::size_t> step;
};
TraceStep split_step(const std::string& value);

// What is wrong with the value of an option; nothing: it is one.
std::optional<std::string> malformed_value(const OptionRow&, std::string_view value);

// Those of a command's options that every line of its shell inherits, as `--name=value`.
std::vector<std::string> inherited_options(const Arguments&);

// `arguments` without the program's name.
std::variant<Arguments, UsageError> parse_arguments(std::span<const std::string> arguments);

// Within 80 columns.
std::string help_text();  // of the program
std::string help_text(const CommandRow&);
std::string help_of_all();  // every option of every command

// The same as manual pages, in the mdoc language.
std::string manual_text();
std::string manual_text(const CommandRow&);
// What help says of an option: a text without a line end.
std::string help_of(const OptionRow&);

}  // namespace whynot::command
