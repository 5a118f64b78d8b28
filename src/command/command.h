// What a command gets: its arguments, where to write, and the Context that ^C, --timeout and --memory stop.
#pragma once
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "base/exit_code.h"
#include "command/events.h"
#include "command/last_word.h"
#include "command/options.h"
#include "report/formats.h"
#include "session/workbench.h"

namespace whynot::command {

struct Run {
  const Arguments& arguments;
  std::istream& in;
  std::ostream& out;  // results only
  std::ostream& err;  // everything else
  bool terminal_out = false, terminal_err = false;
  Context& context;
  EventFeed* events = nullptr;    // where somebody listens
  bool events_go_out = false;     // to `out`: --format jsonl
  LastWord* last_word = nullptr;  // where somebody is to have it
  Leave leave = {};
  // How many diagnostics of this report were shown already.
  const report::Report* told_of = nullptr;
  std::size_t told = 0;
};

ExitCode run_check(Run&);
ExitCode run_explain(Run&);
ExitCode run_classify(Run&);
ExitCode run_intervals(Run&);
ExitCode run_sets(Run&);
ExitCode run_paths(Run&);
ExitCode run_falsify(Run&);  // also search and prove
ExitCode run_net(Run&);
ExitCode run_simulate(Run&);
ExitCode run_trace(Run&);
ExitCode run_examples(Run&);
ExitCode run_doctor(Run&);

// What language the first operand is in: smv, ots, pds or c; by --lang or --c, else by its suffix.
std::string language_of(const Arguments&);
// Opens the model that the first operand names; diagnostics go to `err`, and into the report.  When it fails,
// the report (with --json) has been written.
ExitCode open_model(Run&, session::Workbench&);
// The properties that -p names, and those that -f adds to the model; nothing when a formula has errors.
std::optional<std::vector<std::string>> asked_for(Run&, session::Workbench&);

// Whether events go to standard output, where they are written as things happen.
bool writes_events(const Arguments&);
// Whether the report is asked for in such a format, to wherever.
bool writes(const Arguments&, const std::function<bool(const report::Format&)>& wanted);
// Writes the report in every format asked for; exit_io when a file cannot be written.
ExitCode write_report(Run&, report::Report&);
// What write_report would write, and where to; no file: to standard output.
struct Rendered {
  std::string file, text;
};
std::vector<Rendered> render_report(Run&, const report::Report&);
// Tells what is new in the report to whoever listens, and keeps it for the case that the command cannot end by itself;
// `open`: the properties that are not decided yet.
void tell_progress(Run&, report::Report&, std::span<const Property> open = {});
// What is said of a property when the command stops before it is decided, and before it has its turn.
Verdict undecided_by(const Context&, Stop);
// The property that took the most time.
std::string slowest(const report::Report&);
Verdict not_tried(const Context&, Stop, const std::string& busy_with);
// Shows the report's diagnostics, each once however often it is called.  REQUIRES that the report has its sources.
void tell_diagnostics(Run&, const report::Report&);
// The report of a run that ended early because of the input: diagnostics only.
ExitCode fail_with_diagnostics(Run&, session::Workbench&, ExitCode);
ExitCode fail_with_diagnostics(Run&, report::Report&, ExitCode);  // REQUIRES that the report has them, and sources
// The code for the verdicts of a report: violated, undecided, or all well.
ExitCode exit_code_of(const report::Report&);
// With --expect: whether the verdicts are those of the file; else exit_code_of.
ExitCode conclude(Run&, const report::Report&);

// The code of the process: after a signal that signal's; else --exit-zero makes the answers "violated" and "undecided"
// successes.
int final_code(ExitCode, const Run&);

report::Style style_of(const Run&);
ExitCode usage_error(Run&, const std::string& message, const std::string& help = "");

}  // namespace whynot::command
