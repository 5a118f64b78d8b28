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
#include "session/session.h"

namespace whynot::command {

// Several models on one line: what is to be written of those that are through.
struct Several {
  std::vector<std::string> models;
  std::vector<std::vector<report::Part>> parts;  // by format, as they were asked for
};

struct Run {
  const Arguments& arguments;
  std::istream& in;
  std::ostream& out;  // results only
  std::ostream& err;  // everything else
  bool terminal_out = false, terminal_err = false;
  Context& context;
  session::Session& session;      // the models that are open
  bool keeps = false;             // further lines follow: what is found may be of use to them
  EventFeed* events = nullptr;    // null: nobody listens
  bool events_go_out = false;     // to `out`: --format jsonl
  LastWord* last_word = nullptr;  // null: nobody is to have it
  Leave leave = {};
  Several* several = nullptr;  // null: there is one model
  std::string config = {};     // the file of options that was read; empty: none
  bool for_page = false;       // which writes words as its reader chooses
  // How many diagnostics of this report were shown already.
  const report::Report* told_of = nullptr;
  std::size_t told = 0;
};

// The road of every command about a model; readers start here (run_about_model.cpp).
ExitCode run_about_model(Run&, const CommandRow&);

// `check` of several models: one report, with the exit code of the worst.
ExitCode run_several(Run&, const CommandRow&);

// The language of the model that the operands name: by --lang or --c, by the suffix, by how the text begins, else the
// command's own.
const session::FrontEnd& front_of(const Arguments&, const CommandRow&);
// What the words say the model is.
session::ModelName model_named(const Arguments&, const CommandRow&, const session::FrontEnd&);
// Why the command, or one of its options, is not for models of that language; looked at before a file is read.
std::optional<UsageError> refuses(const CommandRow&, const Arguments&, const session::FrontEnd&);

// The kind that --kind gives to formulas of -f.
std::optional<PropertyKind> kind_asked(const Arguments&);
// What was asked, as a line of the shell: without the model, and without where the answer goes.
std::string line_of(const Arguments&);
// Whether events go to standard output, where they are written as things happen.
bool writes_events(const Arguments&);
// Two formats that would be mixed in one place.
std::optional<UsageError> formats_clash(const Arguments&);
// A format that has no place for several models.
std::optional<UsageError> formats_of_one_model(const Arguments&);
// What has been kept of several models, in every format asked for; exit_io when a file cannot be written.
ExitCode write_joined(Run&, const Several&);
// Whether the report is asked for in such a format, to wherever.
bool writes(const Arguments&, const std::function<bool(const report::Format&)>& wanted);
// Writes the report in every format asked for; exit_io when a file cannot be written.
ExitCode write_report(Run&, report::Report&);
// What `make` makes, in every format asked for; exit_io when a file cannot be written.
ExitCode write_each(Run&, const std::function<std::string(const report::Format&, const report::WriteOptions&)>& make);
// What write_report would write, and where to; no file: to standard output.
struct Rendered {
  std::string file, text;
};
std::vector<Rendered> render_report(Run&, const report::Report&);
// Tells what is new in the report to whoever listens, and keeps it for the case that the command cannot end by itself;
// `open`: the properties that are not decided yet, of which `busy` is worked on.
void tell_progress(Run&, report::Report&, std::span<const OpenProperty> open = {}, const std::string& busy = "");
// What is said of a property when the command stops before it is decided, and before it has its turn.
Verdict undecided_by(const Context&, Stop);
Verdict not_tried(const Context&, Stop, const std::string& busy_with);
// Shows the report's diagnostics, each once however often it is called.  REQUIRES that the report has its sources.
void tell_diagnostics(Run&, const report::Report&);
// The report of a run that ended early because of the input: diagnostics only.  REQUIRES that the report has its
// sources.
ExitCode fail_with_diagnostics(Run&, report::Report&, ExitCode);
// The code for the verdicts of a report: violated, undecided, or all well.
ExitCode exit_code_of(const report::Report&);
// Tells what there is to tell, writes the report, and gives the code: with --expect, whether the verdicts are those of
// the file.  `open`: the question is not answered, whatever the verdicts.
ExitCode finish(Run&, report::Report&, bool open = false);

// The code of the process: after a signal that signal's; else --exit-zero makes the answers "violated" and "undecided"
// successes.
int final_code(ExitCode, const Run&);

report::Style style_of(const Run&);
ExitCode usage_error(Run&, const std::string& message, const std::string& help = "");
ExitCode usage_error(Run&, const UsageError&);

}  // namespace whynot::command
