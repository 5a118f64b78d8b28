// The texts of `whynot help`, `whynot help COMMAND` and `whynot help --all`, made from the tables of commands and
// options.  Every line fits into 80 columns, however long the texts of the tables are: prose is filled, lines that
// begin with blanks (examples) stay as they are.
#include <fmt/format.h>

#include <array>

#include "command/options.h"
#include "report/spelling.h"

namespace whynot::command {
namespace {

constexpr std::size_t columns = 80, left_column = 26;

// "human, json or csv"
std::string listed(const std::vector<std::string>& words) {
  std::string all;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) all += i + 1 == words.size() ? " or " : ", ";
    all += words[i];
  }
  return all;
}

// The words of a text in lines, each after the first indented; `used`: columns of the first line that are taken.
std::string filled(std::string_view text, std::size_t indent, std::size_t used) {
  std::string out;
  std::size_t at = used;
  bool first = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    const std::size_t width = report::display_width(word);
    if (!first && at + 1 + width > columns) {
      out += "\n" + std::string(indent, ' ');
      at = indent;
    } else if (!first) {
      out += " ";
      ++at;
    }
    out += word;
    at += width;
    first = false;
  }
  return out + "\n";
}

// Paragraphs are filled, lines that begin with a blank and empty lines stay.
std::string laid_out(std::string_view text) {
  std::string out, paragraph;
  const auto flush = [&] {
    if (!paragraph.empty()) out += filled(paragraph, 0, 0);
    paragraph.clear();
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == ' ') {
      flush();
      out += std::string(line) + "\n";
    } else {
      paragraph += std::string(line) + " ";
    }
  }
  flush();
  return out;
}

std::string option_line(const OptionRow& option) {
  std::string left =
      option.letter ? fmt::format("  -{}, --{}", option.letter, option.name) : fmt::format("      --{}", option.name);
  if (const std::string argument = argument_of(option); !argument.empty()) left += fmt::format(" {}", argument);
  const std::size_t width = report::display_width(left);
  const std::string help = filled(help_of(option), left_column, left_column);
  if (width + 2 > left_column) return left + "\n" + std::string(left_column, ' ') + help;
  return left + std::string(left_column - width, ' ') + help;
}

void append_options(std::string& out, std::string_view command, bool general) {
  for (const OptionRow& option : option_table())
    if (applies(option, command) && (option.commands == "*") == general) out += option_line(option);
}

struct Heading {
  Group group;
  std::string_view title;
};
constexpr std::array headings = std::to_array<Heading>({{Group::Check, "Check"},
                                                        {Group::Protocols, "Protocols (.ots)"},
                                                        {Group::Results, "Work with results"},
                                                        {Group::Sessions, "Sessions"}});

// "show|replay FILE..." is an action, "[MODEL|SESSION]" one of several operands.
std::string short_operands(std::string_view operands) {
  const std::size_t bar = operands.find('|');
  if (bar == std::string_view::npos) return std::string(operands);
  if (operands.front() == '[') return fmt::format("{}]", operands.substr(0, bar));
  return operands.find(' ') == std::string_view::npos ? "WORD" : "ACTION ...";
}

std::string command_line(const CommandRow& command) {
  constexpr std::size_t at = 22;
  std::string left = fmt::format("  {} {}", command.name, short_operands(command.operands));
  left.resize(std::max(at, left.size() + 1), ' ');
  return left + filled(command.summary, at, left.size());
}

std::string commands_text() {
  std::string out;
  for (const Heading& heading : headings) {
    out += fmt::format("\n{}\n", heading.title);
    for (const CommandRow& command : command_table())
      if (command.group == heading.group) out += command_line(command);
  }
  return out;
}

// Those that one needs first; `help --all` lists the others.
constexpr std::array common = std::to_array<std::string_view>(
    {"property", "json", "format", "output", "timeout", "memory", "certify", "quiet", "verbose", "help", "version"});

std::string common_options() {
  std::string out;
  for (const std::string_view name : common)
    if (const OptionRow* option = option_named(name, "check")) out += option_line(*option);
  return out;
}

}  // namespace

std::string help_of(const OptionRow& option) {
  std::string help(option.help);
  if (option.kind == OptionKind::Format) help = listed(words_of(option));
  if (option.many()) help += " (repeatable)";
  return help;
}

std::string help_text() {
  return "whynot - find out why a property fails\n\nUsage: whynot COMMAND [OPTIONS] FILE...\n" + commands_text() +
         "\nCommon options\n" + common_options() +
         "\nExit status: 0 nothing violated, 10 violated, 30 undecided, 2 usage error,\n"
         "3 input error, 4 cannot read or write, 70 internal error, 130 interrupted,\n"
         "143 ended by SIGTERM\n\n`whynot help COMMAND` shows the options of a command, `whynot help --all` those\n"
         "of all commands.\n\nTry:  whynot examples net && whynot check net.smv\n";
}

std::string help_text(const CommandRow& command) {
  std::string out = filled(fmt::format("Usage: whynot {} [OPTIONS] {}", command.name, command.operands), 7, 0);
  out += "\n" + filled(command.summary, 0, 0);
  if (!command.details.empty()) out += "\n" + laid_out(command.details);
  std::string own;
  append_options(own, command.name, false);
  if (!own.empty()) out += fmt::format("\nOptions\n{}", own);
  out += "\nOptions of every command\n";
  append_options(out, command.name, true);
  return out;
}

std::string help_of_all() {
  std::string out = "whynot - find out why a property fails\n\nUsage: whynot COMMAND [OPTIONS] FILE...\n";
  for (const CommandRow& command : command_table()) {
    if (command.group == Group::Hidden) continue;
    out += "\n" + filled(fmt::format("whynot {} {}", command.name, command.operands), 4, 0);
    out += "  " + filled(command.summary, 2, 2);
    append_options(out, command.name, false);
  }
  out += "\nOptions of every command\n";
  append_options(out, "", true);
  return out;
}

}  // namespace whynot::command
