// Parse the words, answer `help` and mistakes at once, set the limits, then run the command's row of the table. Errors
// that nobody expected (no memory, a bug of ours) end here, each with its exit code.
#include "command/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <new>

#include "command/around/config.h"
#include "command/around/watch.h"
#include "command/command.h"
#include "command/options.h"
#include "command/progress.h"
#include "command/version.h"
#include "host/interrupt.h"

namespace whynot::command {
namespace {

// `whynot help CMD` and `whynot CMD --help` ask the same.
std::string help_topic(const Arguments& arguments) {
  if (arguments.command != "help") return arguments.command;
  return arguments.operands.empty() ? "" : arguments.operands[0];
}

int show_help(const Arguments& arguments, const Streams& streams) {
  const std::string topic = help_topic(arguments);
  const bool is_help = arguments.command == "help", as_manual = is_help && arguments.has("man");
  if (topic.empty()) {
    const std::string shown = is_help && arguments.has("all") ? help_of_all() : help_text();
    streams.out << (as_manual ? manual_text() : shown);
    return exit_ok;
  }
  if (const CommandRow* command = command_named(topic)) {
    streams.out << (as_manual ? manual_text(*command) : help_text(*command));
    return exit_ok;
  }
  streams.err << fmt::format("whynot: there is no command `{}`\n", topic);
  return exit_usage;
}

ExitCode dispatch(Run& run, std::span<const FaceCommand> of_face) {
  for (const FaceCommand& more : of_face)
    if (more.name == run.arguments.command) return more.run(run);
  const CommandRow& command = *command_named(run.arguments.command);
  if (command.is_about_model()) return run_about_model(run, command);
  return command.run ? command.run(run) : usage_error(run, fmt::format("`{}` is not in this build", command.name));
}

// "--timeout 30s"; nothing where the option is not there.
std::string words_of(const Arguments& arguments, std::string_view option) {
  return arguments.has(option) ? fmt::format("--{} {}", option, arguments.text(option)) : "";
}

// What is kept for later lines must not eat the memory that they need.
void leave_room(Run& run) {
  const auto most = run.arguments.bytes("memory");
  if (run.context.stopped() == Stop::Memory || (most && resident_bytes() > *most / 2)) run.session.forget_computed();
}

// Whatever a command throws ends here, as an exit code.
int run_guarded(Run& run, std::span<const FaceCommand> of_face) {
  try {
    report::Report nothing;
    nothing.file = run.arguments.operands.empty() ? "" : run.arguments.operands[0];
    nothing.front = front_of(run.arguments, *command_named(run.arguments.command)).told;
    run.last_word->keep(run, nothing);
    const int code = final_code(dispatch(run, of_face), run);
    leave_room(run);
    return code;
  } catch (const std::bad_alloc&) {
    run.session.forget_computed();
    run.err << "whynot: out of memory; --memory stops in time and keeps what is found\n";
    return exit_undecided;
  } catch (const std::exception& error) {
    run.session.forget_computed();
    run.err << "whynot: internal error, please report it: " << error.what() << "\n";
    return exit_internal;
  }
}

int tell(const Streams& streams, const UsageError& error) {
  streams.err << "whynot: " << error.message << "\n";
  if (!error.help.empty()) streams.err << "        " << error.help << "\n";
  return exit_usage;
}

int answer_help(const Arguments& arguments, const Streams& streams) {
  const int code = show_help(arguments, streams);
  return arguments.command.empty() && !arguments.has("help") ? exit_usage : code;
}

// The line as it was read, once.
int run_once(const Arguments& arguments, const Config& config, const Streams& streams,
             std::span<const FaceCommand> of_face) {
  Context context({arguments.duration("timeout"), arguments.bytes("memory"), words_of(arguments, "timeout"),
                   words_of(arguments, "memory")},
                  arguments.count("seed").value_or(0));
  context.watch(&host::interrupt_flag());
  // A command that runs other commands leaves the limits to them.
  const bool is_host = arguments.command == "shell" || arguments.command == "serve" || arguments.command == "lsp";
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
  session::Session of_this_line;
  Run run{.arguments = arguments,
          .in = streams.in,
          .out = streams.out,
          .err = streams.err,
          .terminal_out = streams.terminal_out,
          .terminal_err = streams.terminal_err,
          .context = context,
          .session = streams.session ? *streams.session : of_this_line,
          .keeps = streams.session != nullptr,
          .events = listens ? &events : nullptr,
          .events_go_out = events_go_out,
          .last_word = &last_word,
          .leave = streams.leave,
          .config = config.file,
          .for_page = streams.for_page};
  if (listens && !run.for_page) events.write_words_as(style_of(run).as);
  const int code = run_guarded(run, of_face);
  if (streams.unread) *streams.unread = arguments.unread();
  return code;
}

int run_watched(const Arguments& arguments, const Streams& streams, const std::function<int()>& once) {
  if (streams.session || !streams.leave)  // whoever runs a line within a program waits for its end
    return tell(streams, {"`--watch` is for the command line", "a session reads changed files anyway"});
  return watch(arguments, [&] {
    if (streams.terminal_out) streams.out << "\033[H\033[2J" << std::flush;
    return once();
  });
}

}  // namespace

int run(const std::vector<std::string>& words, const Streams& streams, std::span<const FaceCommand> of_face) {
  auto parsed = parse_arguments(words);
  if (const auto* error = std::get_if<UsageError>(&parsed)) return tell(streams, *error);
  Arguments& arguments = std::get<Arguments>(parsed);
  if (arguments.has("version")) {
    streams.out << "whynot " << version << "\n";
    return exit_ok;
  }
  if (arguments.has("help") || arguments.command == "help" || arguments.command.empty())
    return answer_help(arguments, streams);
  const auto configured = add_config(arguments);
  if (const auto* error = std::get_if<ConfigError>(&configured)) {
    streams.err << error->text;
    return exit_input;
  }
  const Config& config = std::get<Config>(configured);
  if (!config.options.empty() && arguments.has("verbose"))
    streams.err << fmt::format("whynot: {} adds{}\n", config.file, config.options);
  if (const auto clash = formats_clash(arguments)) return tell(streams, *clash);
  const auto once = [&] { return run_once(arguments, config, streams, of_face); };
  return arguments.has("watch") ? run_watched(arguments, streams, once) : once();
}

}  // namespace whynot::command
