// Reports to streams and files, in the formats asked for.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "base/words.h"
#include "command/command.h"
#include "host/files.h"
#include "page/assets.h"
#include "report/formats.h"
#include "report/number_text.h"
#include "report/spelling.h"

namespace whynot::command {
namespace {

struct Target {
  const report::Format* format;
  std::string file;  // none: standard output
};

std::vector<Target> targets_of(const Arguments& arguments) {
  std::vector<Target> targets;
  for (const std::string& value : arguments.all("format")) {
    const std::size_t equals = value.find('=');
    targets.push_back(
        {report::format_named(value.substr(0, equals)), equals == std::string::npos ? "" : value.substr(equals + 1)});
  }
  if (arguments.has("json")) targets.push_back({report::format_named("json"), ""});
  if (targets.empty()) targets.push_back({&report::formats().front(), ""});
  if (arguments.has("output") && arguments.command != "net")  // there it is the model's file
    for (Target& target : targets)
      if (target.file.empty()) target.file = arguments.text("output");
  return targets;
}

// What --chart asks for, and none of it otherwise.
std::optional<report::ChartColumns> chart_columns(const Arguments& arguments) {
  const std::vector<std::string> names = arguments.list("chart");
  if (names.size() < 2) return std::nullopt;
  return report::ChartColumns{names[0], names[1], {names.begin() + 2, names.end()}};
}

// Adds a diagnostic where a trace has no such column.
bool chart_is_possible(Run& run, report::Report& report) {
  const auto columns = chart_columns(run.arguments);
  std::string missing;
  for (const report::TraceEntry& t : report.traces) {
    if (!columns || chart_text(t.trace, *columns, missing)) continue;
    Diagnostic d;
    d.severity = Severity::Error;
    d.code = "app.unknown-column";
    d.message = fmt::format("--chart: the traces have no column `{}`", missing);
    run.err << "whynot: " << d.message << "\n";
    report.diagnostics.push_back(std::move(d));
    return false;
  }
  return true;
}

report::WriteOptions options_of(const Run& run) {
  const Arguments& a = run.arguments;
  report::WriteOptions options{style_of(run)};
  options.unroll = a.count("unroll").value_or(options.unroll);
  options.chart = chart_columns(a);
  options.page = page::assets().single;
  options.line = line_of(a);
  options.keeps_words = run.for_page;
  return options;
}

void render(const report::Format& format, Run& run, const report::Report& report, const report::Write& write) {
  format.write(report, options_of(run), write);
}

std::string rendered(const report::Format& format, Run& run, const report::Report& report) {
  std::string text;
  render(format, run, report, [&](std::string_view piece) { text += piece; });
  return text;
}

// What is kept of the models before, with this one behind it.
std::string joined_with(const Several& several, std::size_t target_number, const Target& target,
                        const std::string& text) {
  std::vector<report::Part> parts;
  if (target_number < several.parts.size()) parts = several.parts[target_number];
  parts.push_back(text);
  return target.format->join(parts);
}

// A glob of --vars that no column of a trace matches hides everything: said, so that a slip of the pen is seen.
void warn_of_idle_globs(Run& run, const report::Report& report) {
  for (const std::string& glob : run.arguments.all("vars")) {
    const auto matches = [&](const report::TraceEntry& t) {
      const auto& columns = t.trace.signature->columns;
      return std::any_of(columns.begin(), columns.end(),
                         [&](const Column& column) { return report::glob_match(glob, column.name); });
    };
    if (!report.traces.empty() && std::none_of(report.traces.begin(), report.traces.end(), matches))
      run.err << fmt::format("whynot: --vars '{}' matches no column of these traces\n", glob);
  }
}

// The file of the n-th trace: `cex.%n.vcd`.
std::string file_of_trace(const std::string& file, std::size_t n) {
  std::string path = file;
  path.replace(path.find("%n"), 2, std::to_string(n));
  return path;
}

bool for_each_trace(const Target& target) {
  return target.format->one_trace && target.file.find("%n") != std::string::npos;
}

bool says_something_else(const Target& target, const report::Report& report) {
  const report::Format::Holds& holds = target.format->holds;
  return holds.verdicts || (!report.findings.empty() && (holds.drawings || holds.intervals));
}

// Formats that hold one trace leave the others out, which has to be said.
bool leaves_traces_out(const Target& target, const report::Report& report) {
  return target.format->one_trace && report.traces.size() > 1 && !says_something_else(target, report);
}

void tell_left_out(Run& run, const Target& target, const report::Report& report) {
  if (report.traces.empty() && !says_something_else(target, report))
    run.err << fmt::format("whynot: there is no trace to write as {}\n", target.format->name);
  if (!leaves_traces_out(target, report)) return;
  const std::string_view name = target.format->name;
  run.err << fmt::format("whynot: {} holds one trace: {} of {} are left out\n", name, report.traces.size() - 1,
                         report.traces.size());
  run.err << fmt::format("        --format {0}=cex.%n{1} writes each to a file of its own\n", name,
                         target.format->ending);
}

// Events that go to standard output have been written there as things happened.
bool is_told_already(const Run& run, const Target& target) {
  return run.events_go_out && target.format->streams && target.file.empty();
}

// To standard output, or to a file; false when that cannot be done.
bool put(Run& run, const std::string& file, const std::function<void(const report::Write&)>& produce) {
  if (file.empty()) {
    produce([&](std::string_view piece) { run.out << piece; });
    run.out << std::flush;
    return static_cast<bool>(run.out);
  }
  std::string error;
  if (host::write_file(file, produce, error)) return true;
  run.err << "whynot: cannot write " << error << "\n";
  return false;
}

bool write_to(Run& run, const Target& target, const report::Report& report) {
  const auto write_all = [&](const report::Report& what, const std::string& file) {
    return put(run, file, [&](const report::Write& write) { render(*target.format, run, what, write); });
  };
  if (!for_each_trace(target)) {
    tell_left_out(run, target, report);
    return write_all(report, target.file);
  }
  for (std::size_t i = 0; i < report.traces.size(); ++i) {
    report::Report one = report;
    one.traces = {report.traces[i]};
    if (!write_all(one, file_of_trace(target.file, i + 1))) return false;
  }
  return true;
}

}  // namespace

std::optional<UsageError> formats_of_one_model(const Arguments& arguments) {
  for (const Target& target : targets_of(arguments))
    if (!target.format->join)
      return UsageError{fmt::format("{} holds one model, got {}", target.format->name, arguments.operands.size()),
                        "run it once per model"};
  return std::nullopt;
}

std::optional<UsageError> formats_clash(const Arguments& arguments) {
  const Target* first = nullptr;
  const std::vector<Target> targets = targets_of(arguments);
  for (const Target& target : targets) {
    if (first && first->file == target.file)
      return UsageError{fmt::format("{} and {} would both be written to {}", first->format->name, target.format->name,
                                    target.file.empty() ? "standard output" : target.file),
                        fmt::format("give one a file: --format {}=FILE", target.format->name)};
    if (!first || target.file.empty()) first = &target;
  }
  return std::nullopt;
}

// Those who read circuits read their words in hexadecimal, those who read router tables read addresses, all others
// numbers.
static std::string_view usual_words(const Arguments& a) {
  const bool names_model = option_named("model", a.command) && a.has("model");  // beside a trace
  const auto* beside = names_model ? session::front_end_by_suffix(a.text("model")) : nullptr;
  const std::string_view front = beside ? beside->name : front_of(a, *command_named(a.command)).name;
  if (front == "aiger" || front == "btor2" || front == "verilog") return "hex";
  return front == "net" ? "ipv4" : report::plain_words;
}

report::Style style_of(const Run& run) {
  const Arguments& a = run.arguments;
  report::Style style;
  const std::string color = a.text("color", "auto");
  style.color =
      color == "always" || (color == "auto" && run.terminal_out && !std::getenv("NO_COLOR") && !a.has("output"));
  style.width = a.count("width").value_or(style.width);
  style.full = a.has("full");
  style.relevant = a.has("relevant");
  style.only = a.all("vars");
  style.hide = a.all("hide");
  style.as = option_named("as", a.command) ? a.text("as", usual_words(a)) : usual_words(a);
  style.timing = !a.has("no-timing");
  if (a.has("quiet"))
    style.verbosity = -1;
  else
    style.verbosity = a.has("verbose") ? 1 : 0;
  return style;
}

std::string line_of(const Arguments& arguments) {
  std::string line = arguments.command;
  for (const OptionRow& option : option_table()) {
    if (!applies(option, arguments.command) || option.name == "format" || option.name == "json" ||
        option.name == "output")
      continue;
    for (const std::string& value : arguments.given(option.name)) {
      line += fmt::format(" {}", option.letter ? fmt::format("-{}", option.letter) : fmt::format("--{}", option.name));
      if (option.kind != OptionKind::Flag) line += " " + quoted_word(value);
    }
  }
  return line;
}

bool writes_events(const Arguments& arguments) {
  const std::vector<Target> targets = targets_of(arguments);
  return std::any_of(targets.begin(), targets.end(),
                     [](const Target& t) { return t.format->streams && t.file.empty(); });
}

bool writes(const Arguments& arguments, const std::function<bool(const report::Format&)>& wanted) {
  const std::vector<Target> targets = targets_of(arguments);
  return std::any_of(targets.begin(), targets.end(), [&](const Target& t) { return wanted(*t.format); });
}

std::vector<Rendered> render_report(Run& run, const report::Report& report) {
  std::vector<Rendered> all;
  const bool empty = report.properties.empty() && report.findings.empty() && report.traces.empty();
  for (const Target& target : targets_of(run.arguments)) {
    Rendered one{target.file, ""};
    if (is_told_already(run, target))
      one.text = run.events->rest(report);
    else if (!target.format->for_people || !empty)
      one.text = rendered(*target.format, run, report);
    if (run.several && !is_told_already(run, target))
      one.text = joined_with(*run.several, all.size(), target, one.text);
    all.push_back(std::move(one));
  }
  return all;
}

void tell_progress(Run& run, report::Report& report, std::span<const OpenProperty> open, const std::string& busy) {
  if (run.events) run.events->update(report);
  // Only those who may outlive us have to know what we are going to do.
  if (run.events && !run.events_go_out && !open.empty()) run.events->expect(report, open);
  if (run.last_word) run.last_word->keep(run, report, open, busy);
}

Verdict undecided_by(const Context& context, Stop why) { return Unknown{context.reason_of(why)}; }

Verdict not_tried(const Context& context, Stop why, const std::string& busy_with) {
  if (why == Stop::Timeout) return Unknown{fmt::format("not tried: the time went to `{}`", busy_with)};
  return Unknown{fmt::format("not tried: {} at `{}`", context.reason_of(why), busy_with)};
}

ExitCode write_report(Run& run, report::Report& report) {
  if (run.arguments.has("chart") && run.arguments.list("chart").size() < 2)
    return usage_error(run, "`--chart` needs who sends and who receives", "e.g. --chart sender,receiver,message");
  const bool charted = chart_is_possible(run, report);
  warn_of_idle_globs(run, report);
  if (run.events) run.events->finish(report);
  const auto alone = run.last_word ? run.last_word->writing() : std::unique_lock<std::mutex>();
  const std::vector<Target> targets = targets_of(run.arguments);
  if (run.several) run.several->parts.resize(targets.size());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    bool good = true;
    if (is_told_already(run, targets[i]))
      run.out << std::flush;
    else if (run.several)
      run.several->parts[i].push_back(rendered(*targets[i].format, run, report));
    else
      good = write_to(run, targets[i], report);
    if (!good || !run.out) return exit_io;
  }
  if (run.last_word && !run.several) run.last_word->is_said();
  return charted ? exit_ok : exit_input;
}

ExitCode write_joined(Run& run, const Several& several) {
  const auto alone = run.last_word ? run.last_word->writing() : std::unique_lock<std::mutex>();
  const std::vector<Target> targets = targets_of(run.arguments);
  for (std::size_t i = 0; i < targets.size() && i < several.parts.size(); ++i) {
    if (is_told_already(run, targets[i])) continue;
    const std::string text = targets[i].format->join(several.parts[i]);
    if (!put(run, targets[i].file, [&](const report::Write& write) { write(text); })) return exit_io;
  }
  if (run.last_word) run.last_word->is_said();
  return exit_ok;
}

ExitCode write_each(Run& run,
                    const std::function<std::string(const report::Format&, const report::WriteOptions&)>& make) {
  const auto alone = run.last_word ? run.last_word->writing() : std::unique_lock<std::mutex>();
  for (const Target& target : targets_of(run.arguments)) {
    const std::string text = make(*target.format, options_of(run));
    if (!put(run, target.file, [&](const report::Write& write) { write(text); })) return exit_io;
  }
  return exit_ok;
}

void tell_diagnostics(Run& run, const report::Report& report) {
  if (run.told_of != &report) run.told = 0;
  run.told_of = &report;
  for (; run.told < report.diagnostics.size(); ++run.told)
    run.err << render(report.diagnostics[run.told], *report.sources);
}

ExitCode fail_with_diagnostics(Run& run, report::Report& report, ExitCode code) {
  tell_diagnostics(run, report);
  for (const Target& target : targets_of(run.arguments)) {
    if (target.format->for_people) continue;
    const ExitCode written = write_report(run, report);
    return written == exit_ok ? code : written;
  }
  return code;
}

ExitCode usage_error(Run& run, const std::string& message, const std::string& help) {
  run.err << "whynot: " << message << "\n";
  if (!help.empty()) run.err << "        " << help << "\n";
  return exit_usage;
}

ExitCode usage_error(Run& run, const UsageError& error) { return usage_error(run, error.message, error.help); }

}  // namespace whynot::command
