// whynot paths: all counterexamples of a pushdown system against an automaton.
#include "analyse/paths/paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>

#include "analyse/paths/graph_view.h"
#include "analyse/paths/views.h"
#include "command/command.h"
#include "command/explain/trace_evidence.h"
#include "command/paths_compare.h"
#include "command/pushdown_input.h"
#include "host/files.h"
#include "session/desk.h"

namespace whynot::command {
namespace {

using analyse::paths::PathsFinding;
using analyse::paths::PathsOptions;

// The sets are finite, except in mode `paper`, but can be larger than anybody reads.
constexpr std::size_t default_limit = 10'000;
// A lasso stands for a whole component of heads, and each has a stem of its own: nobody reads as many of them.
constexpr std::size_t default_lassos = 100;

// One shortest counterexample, step by step.
bool explains(const Arguments& a) { return a.command == "explain"; }

PathsOptions options_of(const Arguments& a) {
  PathsOptions options;
  options.mode = *analyse::paths::mode_named(a.text("mode", "complete"));
  options.limit = a.count("limit").value_or(explains(a) ? 1 : default_limit);
  options.all_final = a.has("all-final");
  if (const auto most = a.count("max-stack"))
    options.max_stack = static_cast<std::uint32_t>(std::min<std::uint64_t>(*most, ~0u));
  options.only = a.all("only");
  options.keep_traces = !a.has("no-traces");
  options.certify = a.has("certify");
  return options;
}

std::string front_of(const Arguments& a) {
  if (language_of(a) == "c") return "c";
  return is_finite_system(a) ? "smv" : "pds";
}

class PathsCommand {
 public:
  explicit PathsCommand(Run& run)
      : run_(run),
        arguments_(run.arguments),
        options_(options_of(arguments_)),
        desk_(arguments_.operands.empty() ? "" : arguments_.operands[0], front_of(arguments_)) {}

  ExitCode execute() {
    if (const auto refusal = check_usage()) return *refusal;
    auto program = read_program(run_, desk_);
    const auto properties = program ? asked_properties(arguments_, program->input.properties, desk_) : std::nullopt;
    if (properties) comparison_.emplace(run_, desk_, *program);
    if (!properties || !events_are_known(program->input.pds))
      return fail_with_diagnostics(run_, desk_.report(), failure());
    whole_ = program->whole;
    treat_all(*properties);
    if (!desk_.diagnostics.ok()) return fail_with_diagnostics(run_, desk_.report(), exit_input);
    for (const Diagnostic& d : desk_.report().diagnostics) run_.err << render(d, desk_.sources);
    report::Report& report = desk_.report();
    report.interrupted = run_.context.stopped() == Stop::Interrupted;
    if (!graph_written_) return exit_io;
    if (const ExitCode code = write_report(run_, report); code != exit_ok) return code;
    return conclude(run_, report);
  }

 private:
  std::optional<ExitCode> check_usage() {
    if (arguments_.operands.empty())
      return usage_error(run_, "`whynot paths` needs a program", "e.g. whynot paths archiver.pds -a policy.efsa");
    const std::string unfold = arguments_.text("unfold", "all");
    if (unfold != "all" &&
        (unfold.empty() ||
         !std::all_of(unfold.begin(), unfold.end(), [](unsigned char c) { return std::isdigit(c); }) ||
         unfold.size() > 9))
      return usage_error(run_, fmt::format("`--unfold {}`: expected `all` or the number of a counterexample", unfold));
    return std::nullopt;
  }

  // Not the input's fault if clang was stopped.
  ExitCode failure() const {
    const auto& said = desk_.diagnostics.all();
    if (std::none_of(said.begin(), said.end(), [](const Diagnostic& d) { return d.code == "c.stopped"; }))
      return desk_.failure();
    return run_.context.stopped() == Stop::Interrupted ? exit_interrupted : exit_undecided;
  }

  // What --only names; --allow tells by itself.
  bool events_are_known(const Pds& pds) {
    std::vector<std::string> names;
    for (const EventInstance& event : pds.events) {
      names.push_back(event.name);
      if (!event.args.empty()) names.push_back(event.text());
    }
    const std::vector<std::string_view> candidates(names.begin(), names.end());
    for (const std::string& name : arguments_.all("only")) {
      const auto is_it = [&](const std::string& event) { return analyse::paths::is_meant(name, event); };
      if (std::any_of(names.begin(), names.end(), is_it)) continue;
      Diagnostic& d =
          desk_.diagnostics.error("paths.unknown-event", fmt::format("there is no event `{}`", name), {1, 0, 0});
      if (const auto near = nearest_name(name, candidates); !near.empty())
        d.help = fmt::format("did you mean `{}`?", near);
    }
    return desk_.diagnostics.ok();
  }

  // Those whose turn does not come are in the report as well, with the reason.
  void treat_all(const std::vector<const Efsa*>& properties) {
    std::vector<Property> open;
    for (const Efsa* property : properties) open.push_back(property_of(*property));
    for (std::size_t i = 0; i < properties.size(); ++i) {
      tell_progress(run_, desk_.report(), std::span(open).subspan(i));
      const Stop why = run_.context.look();
      if (why == Stop::None || i == 0) {
        treat(*properties[i]);
        continue;
      }
      report::PropertyResult& result = desk_.report().properties.emplace_back();
      result.property = open[i];
      result.verdict = not_tried(run_.context, why, slowest(desk_.report()));
    }
    tell_progress(run_, desk_.report());
  }

  void treat(const Efsa& property) {
    run_.context.progress(property.name);
    const auto begin = std::chrono::steady_clock::now();
    report::Paths shown;
    PathsFinding found = run_paths(comparison_->system(), property, options_for(property), run_.context);
    if (comparison_->asked())
      shown.refinement = comparison_->compare(property, found, options_for(property), [&](std::size_t run) {
        return options_.keep_traces ? fmt::format("t{}", desk_.report().traces.size() + run + 1) : "";
      });
    for (const Diagnostic& d : found.diagnostics) desk_.diagnostics.add(d);
    if (!whole_) {
      found.complete = false;
      found.total.reset();
      found.incomplete_because = "the system has more states than were listed";
      if (std::holds_alternative<Holds>(found.verdict)) found.verdict = Unknown{found.incomplete_because};
    }
    for (const std::string& number : arguments_.all("select"))
      if (std::holds_alternative<Violated>(found.verdict) &&
          (number == "0" || std::stoul(number) > found.traces.size()))
        desk_.diagnostics
            .error("paths.unknown-counterexample",
                   fmt::format("there is no counterexample {} to `{}`: {} are listed", number, property.name,
                               found.traces.size()),
                   property.where)
            .help = "`-p` chooses the property, `--limit` how many are listed";
    if (!desk_.diagnostics.ok()) return;
    write_graph(property, found, shown);
    add(property, std::move(found), std::move(shown),
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }

  PathsOptions options_for(const Efsa& property) const {
    PathsOptions options = options_;
    if (property.is_liveness() && !arguments_.has("limit")) options.limit = default_lassos;
    options.keep_runs = comparison_->asked();
    return options;
  }

  void write_graph(const Efsa& property, const PathsFinding& found, report::Paths& shown) {
    if (!arguments_.has("graph")) return;
    const Drawing drawing = graph_view(comparison_->system(), property, found, options_, run_.context);
    if (arguments_.text("graph") == "report") {
      shown.graph = drawing;
      return;
    }
    const std::string text = arguments_.text("graph").ends_with(".svg") ? to_svg(drawing) : to_dot(drawing);
    std::string error;
    if (host::write_file(arguments_.text("graph"), text, error)) return;
    run_.err << "whynot: cannot write " << error << "\n";
    graph_written_ = false;
  }

  void add(const Efsa& property, PathsFinding found, report::Paths shown, double seconds) {
    const bool violated = std::holds_alternative<Violated>(found.verdict);
    shown.property = property.name;
    shown.verdict = violated ? "violated" : std::holds_alternative<Holds>(found.verdict) ? "holds" : "undecided";
    shown.mode = mode_word(found.mode);
    shown.complete = found.complete;
    shown.reason = found.incomplete_because;
    shown.total = found.total;
    shown.missed_by_paper = found.missed_by_paper;
    shown.common = found.common;
    shown.stack_shown = found.stack_shown;
    if (found.common_sequence && found.groups.size() > 1) shown.common_sequence = *found.common_sequence;
    // Texts and drawings of large sets are large as well: they are made for those only who look at them.
    if (writes(arguments_, &report::Format::for_people)) shown.text = text_of_groups(found);
    if (writes(arguments_, [](const report::Format& f) { return f.holds.drawings; })) shown.drawing = drawing_of(found);
    std::vector<std::string> ids;
    const bool as_evidence = explains(arguments_) && !found.traces.empty() && !found.traces[0].loop;
    report::Evidence evidence;
    if (as_evidence) evidence = evidence_of_trace(arguments_, found.traces[0], property.name);
    if (options_.keep_traces)
      for (Trace& trace : found.traces) ids.push_back(desk_.add_trace(std::move(trace), property.name));
    for (const analyse::paths::PathsGroup& group : found.groups)
      shown.groups.push_back({group.final, group.events, group.count, ids.empty() ? "" : ids[group.representative]});
    for (std::size_t i = 0; i < found.loops.size(); ++i)
      shown.loops.push_back({i < ids.size() ? ids[i] : "", found.loops[i].run.stem.size(), found.loops[i].leaves});
    shown.counterexamples = ids;

    report::PropertyResult result;
    result.property = property_of(property);
    result.verdict = std::move(found.verdict);
    result.engine = "pushdown";
    result.seconds = seconds;
    result.traces = std::move(ids);
    result.certified = found.certified;
    result.certified_reason = found.certified_reason;
    result.complete = false;
    report::Report& report = desk_.report();
    if (as_evidence) {
      evidence.traces = result.traces;
      report.findings.push_back(std::move(evidence));
    } else {
      report.findings.push_back(std::move(shown));
    }
    report.properties.push_back(std::move(result));
  }

  analyse::paths::ViewOptions view_of(std::optional<std::size_t> trace = {}) const {
    analyse::paths::ViewOptions view;
    view.only = options_.only;
    view.full_stack = arguments_.has("verbose");
    const std::string unfold = arguments_.text("unfold");
    view.unfold = unfold == "all" || (trace && unfold == std::to_string(*trace + 1));
    return view;
  }

  // A counterexample in the text, with what stands above it.
  struct Shown {
    std::size_t trace;
    std::string head;
  };

  // Trees name counterexamples by their ids or, where they have none, by their groups.
  analyse::paths::ViewOptions tree_view(const std::vector<Shown>& shown) {
    analyse::paths::ViewOptions view = view_of();
    const std::size_t before = desk_.report().traces.size();
    for (const Shown& s : shown)
      view.names.push_back(options_.keep_traces ? fmt::format("t{}", before + s.trace + 1)
                                                : fmt::format("group {}", s.trace + 1));
    return view;
  }

  // Those that were selected, else the groups' representatives or every one.
  std::vector<Shown> shown_of(const PathsFinding& found, bool grouped) const {
    std::vector<Shown> shown;
    if (arguments_.has("select"))
      for (const std::string& number : arguments_.all("select")) shown.push_back(alone(std::stoul(number) - 1));
    else if (!grouped)
      for (std::size_t i = 0; i < found.traces.size(); ++i) shown.push_back(alone(i));
    else
      for (std::size_t i = 0; i < found.groups.size(); ++i)
        shown.push_back({found.groups[i].representative, group_head(found.groups[i], i)});
    std::erase_if(shown, [&](const Shown& s) { return s.trace >= found.traces.size(); });
    return shown;
  }

  static Shown alone(std::size_t trace) { return {trace, fmt::format("\n    counterexample {}\n", trace + 1)}; }

  // As call trees; more than one also merged.
  std::string text_of_groups(const PathsFinding& found) {
    std::vector<Shown> shown = shown_of(found, !arguments_.has("no-group"));
    const std::size_t number = shown.size();
    if (number > max_shown) shown.erase(shown.begin() + max_shown, shown.end());
    if (const auto wanted = unfolded_apart(found, shown)) shown.push_back(alone(*wanted));
    std::string out;
    for (const Shown& s : shown) {
      out += s.head + indented(call_tree(found.traces[s.trace], view_of(s.trace)));
      if (s.trace < found.loops.size()) out += indented(loop_text(found.loops[s.trace]));
    }
    if (number > max_shown) out += fmt::format("\n    … and {} more; --json has all of them\n", number - max_shown);
    if (shown.size() > 1)
      out += "\n    together\n" + indented(prefix_tree_text(traces_of(found, shown), tree_view(shown)));
    return out;
  }

  // The counterexample that `--unfold N` names, if it is not shown already.
  std::optional<std::size_t> unfolded_apart(const PathsFinding& found, const std::vector<Shown>& shown) const {
    const std::string unfold = arguments_.text("unfold", "all");
    if (unfold == "all" || !options_.keep_traces) return std::nullopt;
    const std::size_t wanted = std::stoul(unfold) - 1;
    const bool there = std::any_of(shown.begin(), shown.end(), [&](const Shown& s) { return s.trace == wanted; });
    return there || wanted >= found.traces.size() ? std::nullopt : std::optional(wanted);
  }

  static std::vector<const Trace*> traces_of(const PathsFinding& found, const std::vector<Shown>& shown) {
    std::vector<const Trace*> traces;
    for (const Shown& s : shown) traces.push_back(&found.traces[s.trace]);
    return traces;
  }

  Drawing drawing_of(const PathsFinding& found) {
    const std::vector<Shown> shown = shown_of(found, true);
    analyse::paths::ViewOptions view = tree_view(shown);
    if (writes(arguments_, &report::Format::lays_out)) view.most_nodes = max_drawn;
    return prefix_tree(traces_of(found, shown), view);
  }

  static std::string group_head(const analyse::paths::PathsGroup& group, std::size_t index) {
    std::string events;
    for (const std::string& event : group.events) events += (events.empty() ? "" : ", ") + event;
    return fmt::format("\n    group {}: {} counterexample{} ending at {}{}\n", index + 1, group.count,
                       group.count == 1 ? "" : "s", group.final, events.empty() ? "" : " after " + events);
  }

  static std::string loop_text(const analyse::paths::PathsLoop& loop) {
    std::string leaves;
    for (const std::string& symbol : loop.leaves) leaves += (leaves.empty() ? "" : " ") + symbol;
    return leaves.empty() ? "" : fmt::format("each round leaves {} on the stack\n", leaves);
  }

  static std::string indented(const std::string& text) {
    std::string out;
    bool at_start = true;
    for (const char c : text) {
      if (at_start && c != '\n') out += "      ";
      out += c;
      at_start = c == '\n';
    }
    return out;
  }

  static constexpr std::size_t max_shown = 10;

  Run& run_;
  const Arguments& arguments_;
  PathsOptions options_;
  session::Desk desk_;
  std::optional<PathsComparison> comparison_;
  bool whole_ = true, graph_written_ = true;
};

}  // namespace

ExitCode run_paths(Run& run) { return PathsCommand(run).execute(); }

}  // namespace whynot::command
