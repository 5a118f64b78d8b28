// whynot net: import router tables into an SMV model; diff and blame have files of their own.
#include "session/open/net.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "command/cells.h"
#include "command/other/network_report.h"
#include "command/other/plain_report.h"
#include "host/files.h"

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
  if (!words.empty() && words[0] == "diff") return run_net_diff(run);
  if (!words.empty() && words[0] == "blame") return run_net_blame(run);
  if (words.size() != 2 || words[0] != "import")
    return usage_error(run, "`whynot net` needs: import DIR, diff BEFORE AFTER, or blame DIR ADDRESS",
                       "e.g. whynot net import tables/ -o net.smv");
  if (reports_to_output(arguments) && !arguments.has("output"))
    return usage_error(run, "the report and the model cannot both go to standard output",
                       "write the model to a file: -o net.smv");
  session::ModelName name = model_named(arguments, *command_named("net"), *session::front_end_named("net"));
  name.files = {words[1]};
  if (const auto wrong = session::refuses_net(name)) return usage_error(run, wrong->message, wrong->help);
  PlainReport paper(words[1], "net");
  std::vector<session::Stamp> read;
  session::Opening opening{name, paper.sources, paper.diagnostics, run.context, run.in, read};
  const auto network = session::read_network(opening);
  if (!network)
    return fail_with_diagnostics(run, paper.report(), session::failure_of(paper.diagnostics.all(), run.context));
  tell_diagnostics(run, paper.report());
  run.err << network->size << "\n";
  for (const std::string& note : network->notes) run.err << "note: " << note << "\n";
  if (!write_model(run, network->text)) return exit_io;
  if (!arguments.has("json") && !arguments.has("format")) return exit_ok;
  for (const std::string& note : network->notes)
    paper.diagnostics.add({Severity::Note, "net.approximated", note, {paper.sources.add(words[1], ""), 0, 0}, {}, {}});
  return write_report(run, paper.report());
}

}  // namespace whynot::command
