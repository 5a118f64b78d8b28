#include "command/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <new>

#include "command/command.h"
#include "command/options.h"
#include "command/progress.h"
#include "command/version.h"
#include "host/interrupt.h"

namespace whynot::command {
namespace {

const CommandSpec* find_command(std::string_view name) {
  const auto table = command_table();
  const auto found = std::find_if(table.begin(), table.end(), [&](const CommandSpec& c) { return c.name == name; });
  return found == table.end() ? nullptr : &*found;
}

int show_help(const Arguments& arguments, const Streams& streams) {
  const std::string topic =
      arguments.command == "help" ? (arguments.operands.empty() ? "" : arguments.operands[0]) : arguments.command;
  if (topic.empty()) {
    streams.out << help_text();
    return exit_ok;
  }
  if (const CommandSpec* command = find_command(topic)) {
    streams.out << help_text(*command);
    return exit_ok;
  }
  streams.err << fmt::format("whynot: there is no command `{}`\n", topic);
  return exit_usage;
}

ExitCode dispatch(Run& run, std::span<const FaceCommand> of_face) {
  using Command = ExitCode (*)(Run&);
  static const std::map<std::string_view, Command> commands = {
      {"check", run_check},       {"paths", run_paths},         {"falsify", run_falsify},   {"search", run_falsify},
      {"prove", run_falsify},     {"intervals", run_intervals}, {"sets", run_sets},         {"net", run_net},
      {"classify", run_classify}, {"explain", run_explain},     {"simulate", run_simulate}, {"trace", run_trace},
      {"examples", run_examples}, {"doctor", run_doctor},
  };
  for (const FaceCommand& more : of_face)
    if (more.name == run.arguments.command) return more.run(run);
  const auto found = commands.find(run.arguments.command);
  if (found == commands.end()) return usage_error(run, fmt::format("`{}` is not in this build", run.arguments.command));
  return found->second(run);
}

// "--timeout 30s"; nothing where the option is not there.
std::string words_of(const Arguments& arguments, std::string_view option) {
  return arguments.has(option) ? fmt::format("--{} {}", option, arguments.text(option)) : "";
}

}  // namespace

int run(const std::vector<std::string>& words, const Streams& streams, std::span<const FaceCommand> of_face) {
  const auto parsed = parse_arguments(words);
  if (const auto* error = std::get_if<UsageError>(&parsed)) {
    streams.err << "whynot: " << error->message << "\n";
    if (!error->help.empty()) streams.err << "        " << error->help << "\n";
    return exit_usage;
  }
  const Arguments& arguments = std::get<Arguments>(parsed);
  if (arguments.has("version")) {
    streams.out << "whynot " << version << "\n";
    return exit_ok;
  }
  if (arguments.has("help") || arguments.command == "help" || arguments.command.empty()) {
    const int code = show_help(arguments, streams);
    return arguments.command.empty() && !arguments.has("help") ? exit_usage : code;
  }
  Context context({arguments.duration("timeout"), arguments.bytes("memory"), words_of(arguments, "timeout"),
                   words_of(arguments, "memory")},
                  arguments.count("seed").value_or(0));
  context.watch(&host::interrupt_flag());
  // Whoever runs other commands leaves the limits to them.
  const bool is_host = arguments.command == "shell" || arguments.command == "serve";
  if (!is_host) context.start_watcher();
  LastWord last_word(context, is_host ? Leave() : streams.leave);
  const bool events_go_out = !streams.on_event && writes_events(arguments);
  const EventFeed::Sink print = [&](const std::string& line) {
    const auto alone = last_word.writing();
    streams.out << line << std::flush;
  };
  EventFeed events(events_go_out ? print : streams.on_event, {!arguments.has("no-timing")});
  const bool listens = events_go_out || streams.on_event, shows = streams.terminal_err && !arguments.has("quiet");
  ProgressLine progress(streams.err);
  if (listens || shows)
    context.on_progress([&](std::string_view text) {
      if (shows) progress.show(text);
      if (listens) events.progress(text);
    });
  Run run{arguments,
          streams.in,
          streams.out,
          streams.err,
          streams.terminal_out,
          streams.terminal_err,
          context,
          listens ? &events : nullptr,
          events_go_out,
          &last_word,
          streams.leave};
  try {
    report::Report nothing;
    nothing.file = arguments.operands.empty() ? "" : arguments.operands[0];
    nothing.front = language_of(arguments);
    last_word.keep(run, nothing);
    return final_code(dispatch(run, of_face), run);
  } catch (const std::bad_alloc&) {
    streams.err << "whynot: out of memory; --memory stops in time and keeps what is found\n";
    return exit_undecided;
  } catch (const std::exception& error) {
    streams.err << "whynot: internal error, please report it: " << error.what() << "\n";
    return exit_internal;
  }
}

}  // namespace whynot::command
