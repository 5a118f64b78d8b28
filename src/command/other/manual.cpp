// Manual pages from the tables, in mdoc: whynot(1), and whynot-COMMAND(1) for each command.  Prose stands on lines of
// its own, where no word of it can be taken for a macro; only names and arguments stand behind macros, in quotes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <set>

#include "command/options.h"
#include "command/version.h"

namespace whynot::command {
namespace {

constexpr std::string_view exit_codes =
    ".Bl -tag -width Ds\n"
    ".It 0\nEverything holds, or the question was answered and nothing is violated.\n"
    ".It 10\nSomething is violated: a counterexample, class or path was found.\n"
    ".It 30\nUndecided: a bound, a limit, or a solver that does not know.\n"
    ".It 2\nThe command line is wrong.\n"
    ".It 3\nThe input is wrong.\n"
    ".It 4\nA file cannot be read or written.\n"
    ".It 70\nAn internal error, or a trace of ours that failed its replay.\n"
    ".It 130, 143\nInterrupted by SIGINT or SIGTERM; what was found is printed.\n"
    ".El\n";

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// Characters that every terminal has, and none that the formatter takes for its own.
std::string escaped(std::string_view text) {
  std::string out(text);
  replace_all(out, "\\", "\\e");
  replace_all(out, "…", "...");
  replace_all(out, "'", "\\(aq");
  replace_all(out, "`", "\\(ga");
  return out;
}

// Each sentence begins a line, so that the formatter knows where one ends.
std::string sentences(std::string text) {
  for (std::size_t at = text.find(". "); at != std::string::npos; at = text.find(". ", at + 2)) {
    const char next = at + 2 < text.size() ? text[at + 2] : ' ';
    if (std::isupper(static_cast<unsigned char>(next)) || next == '\\') text[at + 1] = '\n';
  }
  return text;
}

std::string line_of_text(std::string_view text) {
  std::string out = escaped(text);
  replace_all(out, "  ", " ");
  out = sentences(std::move(out));
  if (out.starts_with('.')) out.insert(0, "\\&");
  return out + "\n";
}

std::string quoted_argument(std::string_view text) {
  std::string out = escaped(text);
  replace_all(out, "\"", "\\(dq");
  return fmt::format("\"{}\"", out);
}

// Prose as prose, what begins with blanks as it stands.
std::string details_of(std::string_view text) {
  std::string out;
  bool literal = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    const bool wants_literal = line.front() == ' ';
    if (wants_literal && !literal) out += ".Bd -literal -offset indent\n";
    if (!wants_literal && literal) out += ".Ed\n";
    if (!wants_literal && literal) out += ".Pp\n";
    literal = wants_literal;
    const std::string_view bare = wants_literal ? line.substr(2) : line;
    out += wants_literal ? escaped(bare) + "\n" : line_of_text(bare);
  }
  return literal ? out + ".Ed\n" : out;
}

std::string item_of(const OptionRow& option) {
  std::string out = option.letter ? fmt::format(".It Fl {} , Fl Fl {}", option.letter, option.name)
                                  : fmt::format(".It Fl Fl {}", option.name);
  if (const std::string argument = argument_of(option); !argument.empty()) out += " Ar " + quoted_argument(argument);
  return out + "\n" + line_of_text(help_of(option));
}

std::string options_of(std::string_view command, bool general) {
  std::string out;
  for (const OptionRow& option : option_table())
    if (applies(option, command) && (option.commands == "*") == general) out += item_of(option);
  return out.empty() ? out : ".Bl -tag -width Ds\n" + out + ".El\n";
}

std::string head_of(std::string_view page, std::string_view summary) {
  std::string title(page);
  for (char& c : title) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return fmt::format(".Dd {}\n.Dt {} 1\n.Os whynot {}\n.Sh NAME\n.Nm {}\n.Nd {}", release_date, title, version, page,
                     line_of_text(summary));
}

}  // namespace

std::string manual_text(const CommandRow& command) {
  const std::string page = fmt::format("whynot-{}", command.name);
  std::string out = head_of(page, command.summary) + ".Sh SYNOPSIS\n.Nm whynot\n";
  out += fmt::format(".Cm {}\n.Op Ar OPTIONS\n", command.name);
  if (!command.operands.empty()) out += fmt::format(".Ar {}\n", quoted_argument(command.operands));
  out += ".Sh DESCRIPTION\n";
  out += command.details.empty() ? ".Nm\nanswers:\n" + line_of_text(command.summary) : details_of(command.details);
  const std::string own = options_of(command.name, false);
  if (!own.empty()) out += ".Sh OPTIONS\n" + own + ".Ss Options of every command\n";
  out += (own.empty() ? ".Sh OPTIONS\n" : "") + options_of(command.name, true);
  out += ".Sh EXIT STATUS\n" + std::string(exit_codes);
  return out + ".Sh SEE ALSO\n.Xr whynot 1 ,\n.Xr whynot-report 5\n";
}

std::string manual_text() {
  std::string out = head_of("whynot", "find out why a property fails") + ".Sh SYNOPSIS\n.Nm\n.Ar COMMAND\n";
  out += ".Op Ar OPTIONS\n.Ar \"FILE ...\"\n.Sh DESCRIPTION\n.Nm\n";
  out +=
      "checks models and shows why a property fails: the shortest counterexample, the values that cause it,\n"
      "further counterexamples, and the classes into which all of them fall.\n.Pp\nThe commands are:\n";
  out += ".Bl -tag -width Ds\n";
  std::set<std::string> pages;  // in the order of the alphabet, as manuals have them
  for (const CommandRow& command : command_table()) {
    if (command.group == Group::Hidden) continue;
    out += fmt::format(".It Cm {}", command.name);
    if (!command.operands.empty()) out += " Ar " + quoted_argument(command.operands);
    out += "\n" + line_of_text(command.summary);
    pages.insert(fmt::format(".Xr whynot-{} 1 ,\n", command.name));
  }
  out += ".El\n.Sh OPTIONS\nThese are understood by every command:\n" + options_of("", true);
  out += ".Sh EXIT STATUS\n" + std::string(exit_codes);
  out += ".Sh EXAMPLES\n.Bd -literal -offset indent\nwhynot examples net\nwhynot check net.smv\n.Ed\n";
  return out + ".Sh SEE ALSO\n" + fmt::format("{}", fmt::join(pages, "")) + ".Xr whynot-report 5\n";
}

}  // namespace whynot::command
