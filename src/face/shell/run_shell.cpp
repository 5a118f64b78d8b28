// whynot shell: the commands at a prompt, or from a script.
#include "face/shell/run_shell.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <iostream>

#include "base/words.h"
#include "face/shell/shell.h"
#include "host/interrupt.h"
#include "host/line_editor.h"

namespace whynot::face::shell {
namespace {

bool is_error(int code) { return code != exit_ok && code != exit_violated && code != exit_undecided; }

// Violated weighs more than undecided, and that more than nothing.
int worse(int a, int b) {
  if (a == exit_violated || b == exit_violated) return exit_violated;
  return a == exit_undecided ? a : b;
}

std::string prompt_of(const Shell& shell) {
  return shell.model().empty() ? "whynot> " : std::filesystem::path(shell.model()).filename().string() + "> ";
}

}  // namespace

// A script stops at its first error, with the line's number and its exit code; a person gets a new prompt.
ExitCode run_shell(command::Run& run) {
  const command::Arguments& a = run.arguments;
  if (a.operands.size() > 1 && !command::front_of(a, *command::command_named(a.command)).several)
    return command::usage_error(run, "`whynot shell` takes one model", "`open MODEL` changes it");
  const bool interactive = &run.in == &std::cin && isatty(0) && run.terminal_out;
  // At a prompt ^C is for the line that runs, and that has the time it takes; a script ends, wherever it is.
  const command::Leave on_signal = [&run, interactive](Stop why, int code, const std::string& out,
                                                       const std::string& err) {
    const bool ends = why == Stop::Interrupted && (!interactive || host::interrupt_signal() == SIGTERM);
    if (ends && run.leave) run.leave(why, code, out, err);
  };
  const command::Streams streams{.in = run.in,
                                 .out = run.out,
                                 .err = run.err,
                                 .terminal_out = run.terminal_out,
                                 .terminal_err = run.terminal_err,
                                 .leave = on_signal};
  constexpr std::chrono::milliseconds after_the_line{850};
  const command::LastWord while_reading(run.context, run.leave ? on_signal : command::Leave(), after_the_line);
  Shell shell({}, command::inherited_options(a));
  if (!a.operands.empty()) {
    std::ostream quiet(nullptr);
    const command::Streams opening{.in = run.in,
                                   .out = interactive ? run.out : quiet,
                                   .err = run.err,
                                   .terminal_out = run.terminal_out,
                                   .terminal_err = run.terminal_err};
    if (const int code = shell.execute("open " + quoted_words(a.operands), opening); is_error(code) && !interactive)
      return static_cast<ExitCode>(code);
  }
  if (interactive) run.out << "`help` lists the commands, `quit` ends.\n";
  host::LineEditor editor(run.in, run.err, interactive,
                          [&](const std::string& line) { return shell.completions(line); });
  int worst = exit_ok;
  for (std::size_t number = 1; !shell.ended(); ++number) {
    const auto line = editor.read(prompt_of(shell));
    if (!line) break;
    const int code = shell.execute(*line, streams);
    if (interactive) {
      host::rearm_interrupt();
    } else if (is_error(code)) {
      run.err << fmt::format("whynot: line {} of the script failed: {}\n", number, *line);
      return static_cast<ExitCode>(code);
    }
    worst = worse(worst, code);
  }
  return interactive ? exit_ok : static_cast<ExitCode>(worst);
}

}  // namespace whynot::face::shell
