// whynot net import: router tables to an SMV model.
#include <fmt/format.h>

#include <iostream>

#include "app/command.h"
#include "app/desk.h"
#include "app/files.h"
#include "app/network_input.h"

namespace whynot::app {

ExitCode run_net(Run& run) {
  const Arguments& arguments = run.arguments;
  const auto& words = arguments.operands;
  if (words.size() != 2 || words[0] != "import")
    return usage_error(run, "`whynot net` needs: import DIR", "e.g. whynot net import tables/ -o net.smv");
  NetworkOptions options;
  if (const auto wrong = read_network_options(arguments, options)) return usage_error(run, wrong->message, wrong->help);
  Desk desk(words[1], "net");
  const auto read = read_network(words[1], options, desk.sources, desk.diagnostics);
  if (const auto* code = std::get_if<ExitCode>(&read)) return fail_with_diagnostics(run, desk.report(), *code);
  const auto& model = std::get<NetworkModel>(read);
  tell_diagnostics(run, desk.report());
  run.err << model.size << "\n";
  for (const std::string& note : model.notes) run.err << "note: " << note << "\n";
  if (!arguments.has("output")) {
    run.out << model.text << std::flush;
    return run.out ? exit_ok : exit_io;
  }
  std::string error;
  if (write_file(arguments.text("output"), model.text, error)) return exit_ok;
  run.err << "whynot: cannot write " << error << "\n";
  return exit_io;
}

}  // namespace whynot::app
