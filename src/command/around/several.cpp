// Several models on one line: each goes the road of its own, with one context and one session, and what would have been
// written is kept until all of them are through; then it is written in one piece, in every format asked for.
#include <fmt/format.h>

#include <array>

#include "command/command.h"

namespace whynot::command {
namespace {

// From harmless to grave: a model that could not be looked at weighs more than one that is violated.
constexpr std::array by_gravity = std::to_array<ExitCode>(
    {exit_ok, exit_undecided, exit_violated, exit_interrupted, exit_usage, exit_input, exit_io, exit_internal});

ExitCode worse(ExitCode a, ExitCode b) {
  for (auto code = by_gravity.rbegin(); code != by_gravity.rend(); ++code)
    if (a == *code || b == *code) return *code;
  return a;
}

ExitCode run_one(Run& run, const CommandRow& command, const std::string& model, Several& several) {
  Arguments arguments = run.arguments;
  arguments.operands = {model};
  std::optional<EventFeed> events;
  if (run.events) events.emplace(*run.events);  // which has told nothing yet
  Run one{.arguments = arguments,
          .in = run.in,
          .out = run.out,
          .err = run.err,
          .terminal_out = run.terminal_out,
          .terminal_err = run.terminal_err,
          .context = run.context,
          .session = run.session,
          .keeps = run.keeps,
          .events = events ? &*events : nullptr,
          .events_go_out = run.events_go_out,
          .last_word = run.last_word,
          .leave = run.leave,
          .several = &several,
          .config = run.config};
  return run_about_model(one, command);
}

}  // namespace

ExitCode run_several(Run& run, const CommandRow& command) {
  if (const auto mistake = formats_of_one_model(run.arguments)) return usage_error(run, *mistake);
  Several several{run.arguments.operands, {}};
  ExitCode worst = exit_ok;
  for (const std::string& model : several.models) {
    const ExitCode code = run_one(run, command, model, several);
    if (code == exit_usage) return code;
    worst = worse(worst, code);
  }
  const ExitCode written = write_joined(run, several);
  return written == exit_ok ? worst : written;
}

}  // namespace whynot::command
