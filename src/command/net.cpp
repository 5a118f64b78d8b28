// whynot net import: router tables to an SMV model.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "command/command.h"
#include "command/network_options.h"
#include "host/files.h"
#include "session/desk.h"

namespace whynot::command {
namespace {

bool reports_to_output(const Arguments& arguments) {
  const auto& formats = arguments.all("format");
  return arguments.has("json") || std::any_of(formats.begin(), formats.end(),
                                              [](const std::string& f) { return f.find('=') == std::string::npos; });
}

bool write_model(Run& run, const std::string& text) {
  if (!run.arguments.has("output")) return static_cast<bool>(run.out << text << std::flush);
  std::string error;
  if (host::write_file(run.arguments.text("output"), text, error)) return true;
  run.err << "whynot: cannot write " << error << "\n";
  return false;
}

}  // namespace

ExitCode run_net(Run& run) {
  const Arguments& arguments = run.arguments;
  const auto& words = arguments.operands;
  if (words.size() != 2 || words[0] != "import")
    return usage_error(run, "`whynot net` needs: import DIR", "e.g. whynot net import tables/ -o net.smv");
  if (reports_to_output(arguments) && !arguments.has("output"))
    return usage_error(run, "the report and the model cannot both go to standard output",
                       "write the model to a file: -o net.smv");
  session::NetworkOptions options;
  if (const auto wrong = read_network_options(arguments, options)) return usage_error(run, wrong->message, wrong->help);
  session::Desk desk(words[1], "net");
  const auto read = session::read_network(words[1], options, desk.sources, desk.diagnostics);
  if (const auto* code = std::get_if<ExitCode>(&read)) return fail_with_diagnostics(run, desk.report(), *code);
  const auto& model = std::get<session::NetworkModel>(read);
  tell_diagnostics(run, desk.report());
  run.err << model.size << "\n";
  for (const std::string& note : model.notes) run.err << "note: " << note << "\n";
  if (!write_model(run, model.text)) return exit_io;
  if (!arguments.has("json") && !arguments.has("format")) return exit_ok;
  for (const std::string& note : model.notes)
    desk.diagnostics.add({Severity::Note, "net.approximated", note, {desk.sources.add(words[1], ""), 0, 0}, {}, {}});
  return write_report(run, desk.report());
}

}  // namespace whynot::command
