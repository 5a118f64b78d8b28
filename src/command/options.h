// The command line.  Every option is one line of one table; the parser, `--help` and completion read it.
#pragma once
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace whynot::command {

enum class OptionKind { Flag, Text, Count, Duration, Size, Choice, Format };

struct OptionSpec {
  std::string_view name;  // long, without dashes
  char letter;            // 0: none
  OptionKind kind;
  std::string_view argument;  // how help shows it: "K"; for a Choice the words, "auto|bdd"
  std::string_view commands;  // "*", or names separated by spaces
  std::string_view help;
  bool many = false;  // may be given again
};

struct CommandSpec {
  std::string_view name;
  std::string_view operands;  // how help shows them
  std::string_view summary;   // one line
  std::string_view details;   // a paragraph or two, with an example
};

std::span<const OptionSpec> option_table();
std::span<const CommandSpec> command_table();
bool applies(const OptionSpec&, std::string_view command);

struct UsageError {
  std::string message;
  std::string help;  // what to do; may be empty
};

// What was asked for, checked against the table: values are well-formed, but files and names are not looked at.
class Arguments {
 public:
  std::string command;
  std::vector<std::string> operands;

  bool has(std::string_view option) const { return values_.find(option) != values_.end(); }
  std::string text(std::string_view option, std::string_view otherwise = "") const;
  const std::vector<std::string>& all(std::string_view option) const;
  std::vector<std::string> list(std::string_view option) const;  // all, each split at commas
  std::optional<std::uint64_t> count(std::string_view option) const;
  std::optional<std::chrono::milliseconds> duration(std::string_view option) const;
  std::optional<std::uint64_t> bytes(std::string_view option) const;

  void set(std::string_view option, std::string value) { values_[std::string(option)].push_back(std::move(value)); }

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
};

// TRACE[@STEP], the value of --from.
struct TraceStep {
  std::string file;
  std::optional<std::size_t> step;
};
TraceStep split_step(const std::string& value);

// Whether a command's first operand is the model, specification or program that is open.
bool takes_model(const CommandSpec&);

// Those of a command's general options that every line of its shell inherits.
std::vector<std::string> inherited_options(const Arguments&);

// `arguments` without the program's name.
std::variant<Arguments, UsageError> parse_arguments(std::span<const std::string> arguments);

std::string help_text();  // of the program
std::string help_text(const CommandSpec&);

}  // namespace whynot::command
