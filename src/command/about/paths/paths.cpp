// whynot paths: all counterexamples of a program against an automaton; also check and explain of programs.
#include "analyse/paths/paths.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyse/paths/follow/feasible.h"
#include "analyse/paths/graph_view.h"
#include "analyse/paths/groups.h"
#include "analyse/paths/points.h"
#include "command/about/explain/trace_evidence.h"
#include "command/about/paths/compare.h"
#include "command/about/paths/finding.h"
#include "command/about/why/rules.h"
#include "command/cells.h"
#include "host/files.h"
#include "model/different.h"
#include "model/pds/replay_program.h"
#include "session/unknown_name.h"

namespace whynot::command {
namespace {

using analyse::paths::PathsFinding;
using analyse::paths::PathsOptions;

// The sets are finite, except in mode `paper`, but can be larger than anybody reads.
constexpr std::size_t default_limit = 10'000;
// A lasso stands for a whole component of heads, and each has a stem of its own; of C programs the sites are what
// somebody reads, and each counterexample is judged: fewer of these.
constexpr std::size_t default_few = 100;

PathsOptions options_of(const Arguments& a) {
  PathsOptions options;
  options.mode = *analyse::paths::mode_named(a.text("mode", "complete"));
  options.effect_of_all = a.text("effect", "reachable") == "all";
  options.limit = a.count("limit").value_or(default_limit);
  options.all_final = a.has("all-final");
  if (const auto most = a.count("max-stack"))
    options.max_stack = static_cast<std::uint32_t>(std::min<std::uint64_t>(*most, ~0u));
  options.keep_traces = !a.has("no-traces");
  options.keep_infeasible = a.has("keep-infeasible");
  options.certify = a.has("certify");
  return options;
}

class Paths : public Analysis {
 public:
  Paths(Run& run, session::Workbench& bench)
      : run_(run), bench_(bench), options_(options_of(run.arguments)), comparison_(run, bench) {
    take_only();
  }

  Answer treat(const Property& property) override {
    const Efsa& automaton = automaton_of(property);
    report::Paths shown;
    PathsFinding found = find(automaton);
    if (comparison_.asked())
      shown.refinement = comparison_.compare(automaton, found, options_for(automaton), [&](std::size_t run) {
        return options_.keep_traces ? fmt::format("t{}", bench_.report().traces.size() + run + 1) : "";
      });
    check_selection(property, found);
    if (!bench_.diagnostics().ok()) return {};
    write_graph(automaton, found, shown);
    return answer_of(property, std::move(found), std::move(shown));
  }

 protected:
  // --only names events to group by, or points at which violations count; --allow tells by itself.
  void take_only() {
    const Pds& pds = bench_.model().program().pds;
    std::vector<std::string> names;
    for (const EventInstance& event : pds.events) {
      names.push_back(event.name);
      if (!event.args.empty()) names.push_back(event.text());
    }
    for (const std::string& name : run_.arguments.all("only")) {
      const auto is_it = [&](const std::string& event) { return analyse::paths::is_meant(name, event); };
      if (std::any_of(names.begin(), names.end(), is_it))
        options_.only.push_back(name);
      else if (const auto rules = analyse::paths::rules_at(pds, bench_.sources(), name))
        add_ends(*rules);
      else
        session::unknown_name(bench_.diagnostics(), {"paths.unknown-event", "event or point", {1, 0, 0}}, name, names);
    }
  }

  void add_ends(const std::vector<bool>& rules) {
    options_.ends.resize(rules.size());
    for (std::size_t r = 0; r < rules.size(); ++r) options_.ends[r] = options_.ends[r] || rules[r];
  }

  PathsFinding find(const Efsa& automaton) {
    PathsFinding found = run_paths(comparison_.model().program().pds, automaton, options_for(automaton), run_.context);
    for (const Diagnostic& d : found.diagnostics) bench_.diagnostics().add(d);
    say_unfollowed(found);
    if (bench_.model().program().whole) return found;
    found.complete = false;
    found.total.reset();
    found.incomplete_because = "the system has more states than were listed";
    if (std::holds_alternative<Holds>(found.verdict)) found.verdict = Unknown{found.incomplete_because};
    return found;
  }

  // What nobody followed may violate the policy, too.
  void say_unfollowed(PathsFinding& found) const {
    const auto& all = bench_.model().program().unfollowed;
    if (all.empty() || !std::holds_alternative<Holds>(found.verdict)) return;
    std::string list;
    for (const std::string& what : all) list += (list.empty() ? "" : ", ") + what;
    found.verdict = Unknown{"not followed: " + list};
    found.complete = false;
    found.incomplete_because = "not followed: " + list;
  }

  PathsOptions options_for(const Efsa& automaton) const {
    PathsOptions options = options_;
    if ((automaton.is_liveness() || bench_.model().program().made) && !run_.arguments.has("limit"))
      options.limit = default_few;
    options.keep_runs = comparison_.asked();
    const Program& program = comparison_.model().program();
    const auto aliases = analyse::paths::aliases_named(run_.arguments.text("alias", "local"));
    if (program.code && !automaton.is_liveness()) {
      analyse::paths::PathsProgram followed =
          analyse::paths::program_of(program.pds, automaton, program.code, *aliases);
      options.judge = std::move(followed.judge);
      options.follow = std::move(followed.follow);
      options.names = std::move(followed.names);
    }
    return options;
  }

  // The rules that it takes.
  static PdsLasso run_of(const PathsFinding& found, std::size_t i) {
    return i < found.loops.size() ? found.loops[i].run : PdsLasso{found.initials[i], found.rules[i], {}};
  }

  std::string cite(const Property& property, const PathsFinding& found, std::size_t i) {
    const PdsLasso by = run_of(found, i);
    const Claim claim{&property, Polarity::Violating, true, &by};
    return bench_.cite(found.traces[i], property.name, claim, &comparison_.model());
  }

  Answer answer_of(const Property& property, PathsFinding found, report::Paths shown) {
    show(found, shown);
    const std::vector<std::string> ids = cited(property, found);
    take_findings(found, comparison_.model().program().pds, bench_.sources(), ids, shown);
    shown.property = property.name;
    shown.only_sites = run_.arguments.has("sites");
    Answer answer{std::move(found.verdict), "pushdown", shown.counterexamples};
    if (!ids.empty() && !ids[0].empty())
      tell_why(comparison_.model(), bench_.sources(), property, found.traces[0], run_of(found, 0), answer);
    if (options_.certify) answer.doubt = found.certified ? "" : found.certified_reason;
    answer.findings.push_back(std::move(shown));
    return answer;
  }

  // The ids of the traces; empty for those that do not differ from others as -n and --different ask.
  std::vector<std::string> cited(const Property& property, const PathsFinding& found) {
    std::vector<std::string> ids;
    if (!options_.keep_traces) return ids;
    const bool all = !run_.arguments.has("number");
    Different different(run_.arguments.count("number").value_or(0), bench_.columns(run_.arguments.list("different")));
    for (std::size_t i = 0; i < found.traces.size(); ++i)
      ids.push_back(all || different.take(found.traces[i]) ? cite(property, found, i) : "");
    return ids;
  }

  // Texts and drawings of large sets are large as well: they are made for those only who look at them.
  void show(const PathsFinding& found, report::Paths& shown) {
    const Arguments& a = run_.arguments;
    analyse::paths::GroupsView view;
    view.options.only = options_.only;
    view.options.full_stack = a.has("verbose");
    view.grouped = !a.has("no-group");
    for (const std::string& number : a.all("select")) view.selected.push_back(std::stoul(number) - 1);
    view.unfold = a.text("unfold");
    view.named = options_.keep_traces;
    view.first_id = bench_.report().traces.size() + 1;
    if (writes(a, &report::Format::for_people)) shown.text = text_of_groups(found, view);
    if (writes(a, [](const report::Format& f) { return f.holds.drawings; }))
      shown.drawing =
          drawing_of_groups(found, view, writes(a, &report::Format::lays_out) ? max_drawn : view.options.most_nodes);
  }

  Run& run_;
  session::Workbench& bench_;
  PathsOptions options_;

 private:
  void check_selection(const Property& property, const PathsFinding& found) {
    for (const std::string& number : run_.arguments.all("select"))
      if (std::holds_alternative<Violated>(found.verdict) && (number == "0" || std::stoul(number) > listed_of(found)))
        bench_.diagnostics()
            .error("paths.unknown-counterexample",
                   fmt::format("there is no counterexample {} to `{}`: {} are listed", number, property.name,
                               listed_of(found)),
                   property.where)
            .help = "`-p` chooses the property, `--limit` how many are listed";
  }

  void write_graph(const Efsa& automaton, const PathsFinding& found, report::Paths& shown) {
    if (!run_.arguments.has("graph")) return;
    const std::string file = run_.arguments.text("graph");
    const Pds& pds = comparison_.model().program().pds;
    if (file == "erase") {
      for (const auto& [from, symbol, to] : erase_relation(pds, automaton, options_, run_.context))
        shown.erase.push_back({from, symbol, to});
      return;
    }
    const Drawing drawing = graph_view(pds, automaton, found, options_, run_.context);
    std::string error;
    if (file == "report")
      shown.graph = drawing;
    else if (!host::write_file(file, file.ends_with(".svg") ? to_svg(drawing) : to_dot(drawing), error))
      bench_.diagnostics().error("app.cannot-write", fmt::format("cannot write {}", error), {1, 0, 0});
  }

  PathsComparison comparison_;
};

// One shortest counterexample, step by step.
class ExplainPath final : public Paths {
 public:
  ExplainPath(Run& run, session::Workbench& bench) : Paths(run, bench) { options_.limit = 1; }

  Answer treat(const Property& property) override {
    PathsFinding found = find(automaton_of(property));
    if (!bench_.diagnostics().ok()) return {};
    if (found.traces.empty() || found.traces[0].loop) return answer_of(property, std::move(found), {});
    Answer answer{std::move(found.verdict), "pushdown", {cite(property, found, 0)}};
    answer.findings.push_back(evidence_of_trace(run_.arguments, found.traces[0], property.name, answer.traces));
    if (options_.certify) answer.doubt = found.certified ? "" : found.certified_reason;
    return answer;
  }
};

// One shortest counterexample, and why it is one.
class WhyPath final : public Paths {
 public:
  WhyPath(Run& run, session::Workbench& bench, WhyAsked asked) : Paths(run, bench), asked_(std::move(asked)) {
    options_.limit = 1;
  }

  Answer treat(const Property& property) override {
    if (asked_.trace) return given(property);
    PathsFinding found = find(automaton_of(property));
    if (!bench_.diagnostics().ok() || found.traces.empty()) return answer_of(property, std::move(found), {});
    Answer answer{std::move(found.verdict), "pushdown", {cite(property, found, 0)}};
    return told(property, found.traces[0], run_of(found, 0), std::move(answer));
  }

 private:
  Answer given(const Property& property) {
    const auto by = rules_of(bench_.model().program().pds, *asked_.trace);
    Answer answer{Violated{*asked_.trace}, "given", {bench_.cite(*asked_.trace, property.name, {&property})}};
    return by ? told(property, *asked_.trace, *by, std::move(answer)) : answer;
  }

  Answer told(const Property& property, const Trace& trace, const PdsLasso& by, Answer answer) {
    tell_why(bench_.model(), bench_.sources(), property, trace, by, answer);
    answer.findings.push_back(why_of_program(bench_, asked_, property, trace, by, answer.traces[0]));
    return answer;
  }

  WhyAsked asked_;
};

// The text that was made of C sources.
void save_program(const Arguments& a, session::Workbench& bench) {
  const auto made = bench.model().program().made;
  std::string error;
  if (a.has("save-pds") && made &&
      !host::write_file(a.text("save-pds"), std::string(bench.sources().text(*made)), error))
    bench.diagnostics().error("app.cannot-write", fmt::format("cannot write {}", error), {1, 0, 0});
}

bool is_number(const std::string& text) {
  return !text.empty() && text.size() <= 9 && text.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

Prepared paths_of_program(Run& run, session::Workbench& bench, Properties&) {
  if (const std::string unfold = run.arguments.text("unfold", "all"); unfold != "all" && !is_number(unfold))
    return UsageError{fmt::format("`--unfold {}`: expected `all` or the number of a counterexample", unfold), ""};
  save_program(run.arguments, bench);
  return std::make_unique<Paths>(run, bench);
}

Prepared check_program(Run& run, session::Workbench& bench, Properties&) { return std::make_unique<Paths>(run, bench); }

Prepared explain_program(Run& run, session::Workbench& bench, Properties&) {
  if (const std::string wrong = refuses_explore_options(run.arguments); !wrong.empty()) return UsageError{wrong, ""};
  return std::make_unique<ExplainPath>(run, bench);
}

Prepared why_program(Run& run, session::Workbench& bench, Properties& properties) {
  auto asked = why_asked(run, bench, properties);
  if (auto* refused = std::get_if<WhyRefused>(&asked)) return std::move(refused->why);
  return std::make_unique<WhyPath>(run, bench, std::get<WhyAsked>(std::move(asked)));
}

}  // namespace whynot::command
