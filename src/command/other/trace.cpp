// whynot trace: show, replay, convert and compare traces, ours and other tools'.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "command/about/beside/relevant.h"
#include "command/about/beside/violation.h"
#include "command/cells.h"
#include "command/other/plain_report.h"
#include "model/replay.h"
#include "report/number_text.h"
#include "report/text/diff.h"
#include "session/traces.h"
#include "session/why.h"

namespace whynot::command {
namespace {

using Entries = std::vector<report::TraceEntry>;

// The ids of several files' traces are made unique.
void add_entries(report::Report& report, Entries entries) {
  for (report::TraceEntry& entry : entries) {
    entry.id = fmt::format("t{}", report.traces.size() + 1);
    report.traces.push_back(std::move(entry));
  }
}

// Traces, and the model that they are about, if one is named.
class TraceCommand {
 public:
  explicit TraceCommand(Run& run) : run_(run), arguments_(run.arguments), paper_(run.arguments.operands[1], "smv") {}

  ExitCode execute(const std::string& verb) {
    if (arguments_.has("model"))
      if (const auto ended = open_model()) return *ended;
    if (verb == "diff") return diff();
    auto entries = read(arguments_.operands[1]);
    if (!entries) return fail();
    tell_diagnostics(run_, report());
    if (bench_)
      for (report::TraceEntry& entry : *entries) bench_->add_watched(entry);
    if (verb == "replay") return replay_all(std::move(*entries));
    add_entries(report(), std::move(*entries));
    if (arguments_.has("relevant") && !add_failures()) return fail();
    return write_report(run_, report());
  }

 private:
  // Each trace as a counterexample of its property, with the columns that the failure rests on.
  bool add_failures() {
    for (const report::TraceEntry& entry : report().traces) {
      const auto names = arguments_.has("property") ? arguments_.all("property") : std::vector{entry.property};
      const auto properties = bench_->select(names, {}, {});
      if (!properties) return false;
      for (const Property& property : *properties) {
        if (const auto refusal = refuses_violation(*bench_, entry.trace, property)) {
          diagnostics().error("trace.refused", fmt::format("step {}: {}", refusal->step, refusal->reason), {1, 0, 0});
          return false;
        }
        report().properties.push_back(failure_of(entry, property));
      }
    }
    return true;
  }

  report::PropertyResult failure_of(const report::TraceEntry& entry, const Property& property) {
    report::PropertyResult result;
    result.property = property;
    result.verdict = Violated{entry.trace};
    result.traces = {entry.id};
    session::Why why = session::explain_failure(bench_->sources(), bench_->system(), property, entry.trace);
    result.why = std::move(why.sentence);
    result.causes = std::move(why.causes);
    result.relevant = relevant_columns(*bench_, property, entry.trace, result.causes);
    return result;
  }

  // A pushdown system may have its automaton in a file of its own.  Nothing, or how the command ends.
  std::optional<ExitCode> open_model() {
    Arguments about;
    about.command = "check";
    about.operands = arguments_.all("model");
    if (arguments_.has("lang")) about.set("lang", arguments_.text("lang"));
    const CommandRow& check = *command_named("check");
    const session::FrontEnd& front = front_of(about, check);
    for (const std::string name : {"eval", "inline"})
      if (arguments_.has(name) && !fits(*option_named(name, "trace"), front))
        return usage_error(run_, fmt::format("`--{}` is for systems, not for {}", name, front.called), "leave it out");
    const auto opened = run_.session.open(model_named(about, check, front), run_.in, run_.context);
    if (opened->models.empty()) {
      report::Report report = opened->report();
      return fail_with_diagnostics(run_, report, session::failure_of(report.diagnostics, run_.context));
    }
    bench_.emplace(opened, arguments_.all("property"), run_.context);
    if (arguments_.has("relevant") && bench_->model().kind() != Kind::System)
      return usage_error(run_, fmt::format("`--relevant` is for systems, not for {}", front.called), "leave it out");
    if (const auto step = arguments_.count("inline")) bench_->show_inline(*step);
    for (const std::string& text : arguments_.all("eval"))
      if (!bench_->watch(text)) return fail();
    return std::nullopt;
  }

  Sources& sources() { return bench_ ? bench_->sources() : paper_.sources; }
  Diagnostics& diagnostics() { return bench_ ? bench_->diagnostics() : paper_.diagnostics; }
  report::Report& report() {
    report::Report& report = bench_ ? bench_->report() : paper_.report();
    if (!bench_) report.file = arguments_.operands[1];
    return report;
  }
  ExitCode fail() {
    return fail_with_diagnostics(run_, report(), session::failure_of(diagnostics().all(), run_.context));
  }

  std::optional<Entries> read(const std::string& path) {
    return session::read_traces(path, run_.in, bench_ ? &bench_->model() : nullptr, sources(), diagnostics());
  }

  // Of specifications and programs, a trace that says which property it violates is taken at its word.
  std::vector<Property> claimed(const report::TraceEntry& entry, const std::vector<Property>& asked) const {
    if (arguments_.has("property") || bench_->model().kind() == Kind::System) return asked;
    std::vector<Property> own;
    for (const Property& p : bench_->model().properties)
      if (p.name == entry.property) own.push_back(p);
    return own;
  }

  // Is each trace a run of the model and, where a property is named, does it show that it fails, or is covered?
  ExitCode replay_all(Entries entries) {
    std::optional<std::vector<Property>> asked{std::in_place};
    if (arguments_.has("property")) asked = bench_->select(arguments_.all("property"), {}, {});
    if (!asked) return fail();
    const auto is_asked = [&](const report::TraceEntry& entry) {
      return std::any_of(asked->begin(), asked->end(), [&](const Property& p) { return p.name == entry.property; });
    };
    const bool says_which = std::any_of(entries.begin(), entries.end(), is_asked);
    ExitCode code = exit_ok;
    for (report::TraceEntry& entry : entries) {
      std::string told = fmt::format("a run of {} steps", entry.trace.steps.size());
      // A file of several properties says itself which of its traces are those of the one that is asked for.
      const bool is_of_another = says_which && !entry.property.empty() && !is_asked(entry);
      if (is_of_another) told += fmt::format("; it is about {}", entry.property);
      const auto refusal =
          is_of_another ? replay(bench_->model(), entry.trace) : refuses(entry, claimed(entry, *asked), told);
      entry.replayed = !refusal;
      if (refusal) code = exit_violated;
      if (refusal)
        diagnostics().error("trace.refused", fmt::format("step {}: {}", refusal->step, refusal->reason), {1, 0, 0});
      if (!arguments_.has("json"))
        run_.out << (refusal ? fmt::format("x refused at step {}: {}\n", refusal->step, refusal->reason)
                             : fmt::format("+ replayed ok: {}\n", report::with_words_as(told, style_of(run_).as)));
    }
    add_entries(report(), std::move(entries));
    if (arguments_.has("json") || arguments_.has("format"))
      if (const ExitCode written = write_report(run_, report()); written != exit_ok) return written;
    return code;
  }

  std::optional<Refusal> refuses(report::TraceEntry& entry, const std::vector<Property>& properties,
                                 std::string& told) {
    if (auto refusal = replay(bench_->model(), entry.trace)) return refusal;
    for (const Property& property : properties) {
      if (auto refusal = refuses_violation(*bench_, entry.trace, property)) return refusal;
      entry.property = property.name;
      const bool is_cover = property.kind == PropertyKind::Cover;
      told = fmt::format("{} {}", is_cover ? "reaches" : "violates", property.name);
      if (is_cover || bench_->model().kind() != Kind::System) continue;
      const session::Why why = session::explain_failure(bench_->sources(), bench_->system(), property, entry.trace);
      if (!why.sentence.empty()) told += fmt::format(": {}", why.sentence);
    }
    return std::nullopt;
  }

  ExitCode diff() {
    if (writes(arguments_, [](const report::Format& format) { return !format.for_people; }))
      return usage_error(run_, "`trace diff` writes text and nothing else", "e.g. whynot trace diff a.json b.json");
    const auto first = read(arguments_.operands[1]);
    const auto second = first ? read(arguments_.operands[2]) : std::nullopt;
    if (!second) return fail();
    run_.out << report::write_diff(first->front().trace, second->front().trace, arguments_.operands[1],
                                   arguments_.operands[2], style_of(run_));
    return exit_ok;
  }

  Run& run_;
  const Arguments& arguments_;
  PlainReport paper_;
  std::optional<session::Workbench> bench_;
};

}  // namespace

ExitCode run_trace(Run& run) {
  const Arguments& a = run.arguments;
  const std::string verb = a.operands.empty() ? "" : a.operands[0];
  const std::size_t files = verb == "diff" ? 2 : 1;
  if (verb != "show" && verb != "replay" && verb != "convert" && verb != "diff")
    return usage_error(run, "`whynot trace` needs one of show, replay, convert, diff",
                       "e.g. whynot trace show cex.xml");
  if (a.operands.size() != files + 1)
    return usage_error(run, fmt::format("`whynot trace {}` takes {} file{}", verb, files, files > 1 ? "s" : ""));
  if (verb == "replay" && !a.has("model")) return usage_error(run, "`whynot trace replay` needs --model MODEL");
  if (a.has("relevant") && (verb != "show" || !a.has("model")))
    return usage_error(run, "`--relevant` is for `whynot trace show` with the trace's model: --model MODEL -p NAME");
  for (const std::string name : {"eval", "inline"})
    if (a.has(name) && !a.has("model"))
      return usage_error(run, fmt::format("`--{}` needs the trace's model: --model MODEL", name));
  if (verb == "convert" && !a.has("format") && !a.has("json"))
    return usage_error(run, "`whynot trace convert` needs --format");
  return TraceCommand(run).execute(verb);
}

}  // namespace whynot::command
