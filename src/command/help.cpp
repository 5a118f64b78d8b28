// The texts of `whynot help` and `whynot help COMMAND`, made from the tables of commands and options.
#include <fmt/format.h>

#include "command/options.h"

namespace whynot::command {
namespace {

// "human, json or csv"
std::string listed(const std::vector<std::string>& words) {
  std::string all;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) all += i + 1 == words.size() ? " or " : ", ";
    all += words[i];
  }
  return all;
}

void append_options(std::string& out, std::string_view command, bool general) {
  for (const OptionRow& option : option_table()) {
    if (!applies(option, command) || (option.commands == "*") != general) continue;
    std::string left =
        option.letter ? fmt::format("-{}, --{}", option.letter, option.name) : fmt::format("    --{}", option.name);
    if (const std::string argument = argument_of(option); !argument.empty()) left += fmt::format(" {}", argument);
    std::string help(option.help);
    if (option.kind == OptionKind::Format) help = listed(words_of(option));
    if (option.many()) help += "; may be given again";
    if (left.size() > 28)
      out += fmt::format("  {}\n  {:<28}  {}\n", left, "", help);
    else
      out += fmt::format("  {:<28}  {}\n", left, help);
  }
}

}  // namespace

std::string help_text() {
  std::string out =
      "whynot: why does a property fail, and in which ways?\n\n"
      "  whynot COMMAND [OPTIONS] …\n\nCommands\n";
  for (const CommandRow& command : command_table())
    out += fmt::format("  {:<38}{}\n", fmt::format("{} {}", command.name, command.operands), command.summary);
  out += "\nOptions of every command\n";
  append_options(out, "", true);
  out +=
      "\nExit codes: 0 nothing violated, 10 violated, 30 undecided, 2 usage, 3 input error, 4 cannot read or\n"
      "write, 70 internal error, 130 interrupted, 143 ended by SIGTERM.\n\nBegin with `whynot examples net` and "
      "`whynot check net.smv`.\n";
  return out;
}

std::string help_text(const CommandRow& command) {
  std::string out = fmt::format("whynot {} {}\n\n{}\n", command.name, command.operands, command.summary);
  if (!command.details.empty()) out += fmt::format("\n{}", command.details);
  std::string own;
  append_options(own, command.name, false);
  if (!own.empty()) out += fmt::format("\nOptions\n{}", own);
  out += "\nOptions of every command\n";
  append_options(out, command.name, true);
  return out;
}

}  // namespace whynot::command
