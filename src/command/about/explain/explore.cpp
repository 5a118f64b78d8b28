#include "command/about/explain/explore.h"

#include <fmt/format.h>

#include <iostream>
#include <sstream>

#include "command/about/explain/first_screen.h"
#include "host/files.h"
#include "host/line_editor.h"

namespace whynot::command {
namespace {

// By diagrams without a limit where they are what the first screen rests on; null when the context said stop.
std::unique_ptr<Exploration> begun(session::Workbench& bench, const Property& property, const ExploreOptions& options) {
  if (options.strategy.empty() && bench.deciding().takes_any_engine()) {
    FirstScreen screen = first_screen(bench, property, options, true);
    if (screen.exploration && screen.exploration->is_partial()) return std::move(screen.exploration);
  }
  auto exploration = std::make_unique<Exploration>(bench, property, options);
  return exploration->begin() ? std::move(exploration) : nullptr;
}

}  // namespace

ExitCode explore(Run& run, session::Workbench& workbench, const Property& property, const ExploreOptions& options) {
  const std::unique_ptr<Exploration> started = begun(workbench, property, options);
  if (!started) {
    run.err << fmt::format("whynot: {} before the property was decided\n", run.context.stop_reason());
    return exit_undecided;
  }
  Exploration& exploration = *started;
  const ExitCode verdict = exploration.builder().proof().holds ? exit_ok : exit_violated;
  const bool scripted = run.arguments.has("script");
  std::istringstream script;
  if (scripted) {
    std::string error;
    const auto text = host::read_file(run.arguments.text("script"), error);
    if (!text) {
      run.err << "whynot: cannot read " << error << "\n";
      return exit_io;
    }
    script.str(*text);
  } else {
    run.out << exploration.execute("show").text << std::flush;
  }
  host::LineEditor editor(scripted ? static_cast<std::istream&>(script) : run.in, run.err,
                          !scripted && run.terminal_err && run.terminal_out,
                          host::first_words(Exploration::commands()));
  for (std::size_t number = 1;; ++number) {
    const auto line = editor.read(scripted ? "" : exploration.prompt());
    if (!line) return verdict;
    const Exploration::Answer answer = exploration.execute(*line);
    if (!answer.ok)
      run.err << (scripted ? fmt::format("{}:{}: ", run.arguments.text("script"), number) : "") << answer.text;
    else
      run.out << answer.text << std::flush;
    if (answer.quit) return verdict;
    if (!answer.ok && scripted) return exit_input;
  }
}

}  // namespace whynot::command
