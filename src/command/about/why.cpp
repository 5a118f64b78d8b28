// whynot why: what makes a property fail, and why a cell of its counterexample has its value.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "analyse/why/chain.h"
#include "analyse/why/failure.h"
#include "command/about/beside/hint.h"
#include "command/about/beside/relevant.h"
#include "command/about/beside/vacuity.h"
#include "command/about/decide.h"
#include "command/about/why_contrast.h"
#include "command/about/why_instead.h"
#include "command/about/why_shared.h"
#include "command/cells.h"
#include "model/replay.h"
#include "session/traces.h"

namespace whynot::command {
namespace {

namespace why = analyse::why;

struct CellAsked {
  std::string variable;
  std::size_t step = 0;
};

// `x@5`
std::optional<CellAsked> cell_of(const std::string& text) {
  const std::size_t at = text.rfind('@');
  if (at == std::string::npos || at == 0) return std::nullopt;
  CellAsked cell;
  cell.variable = text.substr(0, at);
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + at + 1, end, cell.step);
  return error == std::errc() && rest == end ? std::optional(cell) : std::nullopt;
}

// The most changes of a contrast; 0 for none.
std::optional<std::size_t> changes_of(const std::string& text) {
  if (text == "off") return 0;
  const bool is_known = text.size() == 1 && text[0] >= '1' && text[0] <= '5';
  return is_known ? std::optional<std::size_t>(text[0] - '0') : std::nullopt;
}

struct WhyAsked {
  std::vector<CellAsked> cells;
  bool all = false;
  std::size_t changes = 2;          // of the contrast; 0: none is asked for
  std::string instead = {};         // a value, for the one cell
  bool history = false;             // look at other runs for it
  std::optional<Trace> trace = {};  // given, rather than found
  std::size_t number = 1;           // of counterexamples that are compared
};

class Why final : public Analysis {
 public:
  Why(session::Workbench& bench, WhyAsked asked) : bench_(bench), asked_(std::move(asked)) {}

  Answer treat(const Property& property) override {
    Answer answer = asked_.trace ? given(property) : decide(bench_, property, {.number = asked_.number});
    if (std::holds_alternative<Holds>(answer.verdict)) tell_holding(bench_, property, answer);
    const Trace* trace = trace_of(answer.verdict);
    if (!trace) {
      if (std::holds_alternative<Violated>(answer.verdict)) tell_place(property, answer);
      return answer;
    }
    report::Why finding;
    finding.property = property.name;
    finding.trace = answer.traces.front();
    finding.all = asked_.all;
    const why::Failure failure = why::failure(bench_.system(), property, *trace, asked_.all);
    finding.sentence = answer.why = failure.sentence;
    for (const why::Told& told : failure.witnesses) finding.witnesses.push_back(witness_of(told));
    const std::vector<why::Place> roots = trace_back(*trace, failure, finding);
    if (asked_.changes > 0) {
      why::ContrastEffort effort;
      effort.most = asked_.changes;
      add_contrast(bench_, property, *trace, failure, roots, effort, finding);
    }
    finding.relevant = answer.relevant = relevant_columns(finding);
    finding.fairness = hint_of(bench_, property, *trace);
    if (asked_.number > 1) finding.shared_by = shared_by(bench_, property, answer.traces);
    answer.findings.push_back(std::move(finding));
    return answer;
  }

 private:
  // A trace that has been replayed.
  Answer given(const Property& property) {
    return {Violated{*asked_.trace}, "given", {bench_.cite(*asked_.trace, property.name, {&property})}};
  }

  // Of what one run cannot show there is the way to where it breaks.
  static void tell_place(const Property& property, Answer& answer) {
    report::Why finding;
    finding.property = property.name;
    finding.sentence = answer.why;
    if (!answer.traces.empty()) finding.trace = answer.traces.front();
    answer.findings.emplace_back(std::move(finding));
  }

  static report::WitnessSet witness_of(const why::Told& told) {
    report::WitnessSet set{{}, told.minimal};
    for (const why::Cause& cause : told.causes)
      set.cells.push_back({{cause.column, cause.step, false}, cause.value, cause.role, cause.atom, cause.holds});
    return set;
  }

  // From the cells asked for, or else from those of the first witness.
  std::vector<why::Place> trace_back(const Trace& trace, const why::Failure& failure, report::Why& finding) {
    std::vector<why::Place> from;
    for (const CellAsked& cell : asked_.cells)
      if (const auto place = known(trace, cell)) {
        from.push_back(*place);
        finding.asked.push_back(place_of(*place));
      }
    if (asked_.cells.empty() && !failure.witnesses.empty())
      for (const why::Cause& cause : failure.witnesses[0].causes)
        if (const auto place = why::place_named(bench_.system(), trace, cause.column, cause.step))
          from.push_back(*place);
    const why::Chain chain = why::chain(bench_.system(), trace, from, &bench_.context());
    for (const why::Link& link : chain.links) finding.chain.push_back(link_of(link));
    for (const why::Place& root : chain.roots) finding.roots.push_back(place_of(root));
    if (!asked_.instead.empty() && !chain.links.empty())
      if (const auto value = value_asked(bench_, chain.links[0].place.variable, asked_.instead))
        finding.instead.push_back(why_instead(bench_, trace, chain.links[0], *value, asked_.history));
    return chain.roots;
  }

  std::optional<why::Place> known(const Trace& trace, const CellAsked& cell) {
    const auto place = why::place_named(bench_.system(), trace, cell.variable, cell.step);
    if (!place)
      bench_.diagnostics().error("why.unknown-step",
                                 fmt::format("`{}` has no value at step {} of this trace, which has the steps 0 to {}",
                                             cell.variable, cell.step, trace.steps.size() - 1),
                                 {1, 0, 0});
    return place;
  }

  report::WhyPlace place_of(const why::Place& place) const { return why_place(bench_, place); }

  report::WhyLink link_of(const why::Link& link) {
    report::WhyLink made;
    made.place = place_of(link.place);
    made.value = link.value;
    made.kind = why::kind_word(link.kind);
    if (link.where.end > 0) made.line = bench_.sources().place(link.where).line;
    made.branch = link.branch;
    made.gives = link.gives;
    made.allowed = link.allowed;
    for (const why::Place& place : link.because) made.because.push_back(place_of(place));
    made.since = link.since;
    made.minimal = link.minimal;
    made.core = why_rules(bench_, link.core);
    return made;
  }

  session::Workbench& bench_;
  WhyAsked asked_;
};

bool formula_on_trace(session::Workbench& bench, const Property& property) {
  return property.kind != PropertyKind::Compute && why::formula_on_run(bench.pool(), property);
}

// FILE or FILE@ID
std::pair<std::string, std::string> file_and_id(const std::string& text) {
  const std::size_t at = text.rfind('@');
  if (at == std::string::npos || text.find('/', at) != std::string::npos) return {text, ""};
  return {text.substr(0, at), text.substr(at + 1)};
}

// The trace of a file, replayed; only the properties that it violates are left.
std::variant<Trace, ExitCode> given_trace(Run& run, session::Workbench& bench, std::vector<Property>& properties) {
  const auto [path, id] = file_and_id(run.arguments.text("trace"));
  const auto failed = [&](ExitCode code) { return fail_with_diagnostics(run, bench.report(), code); };
  const auto entries = session::read_traces(path, run.in, &bench.model(), bench.sources(), bench.diagnostics());
  if (!entries) return failed(exit_input);
  const report::TraceEntry* chosen = nullptr;
  for (const report::TraceEntry& entry : *entries) {
    const bool is_asked = id.empty() ? properties.size() == 1 && entry.property == properties[0].name : entry.id == id;
    if (is_asked && !chosen) chosen = &entry;
  }
  if (!chosen && id.empty()) chosen = &entries->front();
  if (!chosen) {
    bench.diagnostics().error("why.unknown-trace", fmt::format("`{}` has no trace `{}`", path, id), {1, 0, 0});
    return failed(exit_input);
  }
  std::optional<Refusal> refusal = replay(bench.model(), chosen->trace);
  const bool is_run = !refusal;
  if (is_run)
    std::erase_if(properties, [&](const Property& property) {
      auto found = replay(bench.model(), chosen->trace, {&property});
      const bool is_violated = !found && formula_on_trace(bench, property);
      if (!is_violated)
        refusal = found ? std::move(found) : Refusal{0, "no single trace shows that the property fails"};
      return !is_violated;
    });
  const bool is_shown = is_run && !properties.empty();
  if (is_shown) return chosen->trace;
  bench.diagnostics().error("trace.refused", fmt::format("step {}: {}", refusal->step, refusal->reason), {1, 0, 0});
  return failed(exit_violated);
}

}  // namespace

Prepared why_system(Run& run, session::Workbench& bench, Properties& properties) {
  WhyAsked asked;
  for (const std::string& text : run.arguments.all("cell")) {
    const auto cell = cell_of(text);
    if (!cell)
      return UsageError{fmt::format("--cell takes a variable and a step, not `{}`", text), "e.g. --cell floor@3"};
    const auto& variables = bench.system().variables;
    const bool is_known = std::any_of(variables.begin(), variables.end(), [&](const VariableDecl& v) {
      return bench.pool().name_of(v.variable) == cell->variable;
    });
    if (!is_known && !bench.knows_columns({cell->variable})) return Prepared::Failed{};
    asked.cells.push_back(*cell);
  }
  asked.all = run.arguments.has("all");
  const auto changes = changes_of(run.arguments.text("contrast", asked.cells.empty() ? "2" : "off"));
  if (!changes)
    return UsageError{fmt::format("--contrast takes a number of changes from 1 to 5, or `off`, not `{}`",
                                  run.arguments.text("contrast")),
                      "e.g. --contrast 1"};
  asked.changes = *changes;
  asked.instead = run.arguments.text("instead");
  asked.history = run.arguments.has("history");
  if (!asked.instead.empty() && asked.cells.size() != 1)
    return UsageError{"--instead is about one cell", "e.g. --cell floor@3 --instead 3"};
  if (asked.history && asked.instead.empty())
    return UsageError{"--history is about another value of a cell", "e.g. --cell floor@3 --instead 3 --history"};
  asked.number = run.arguments.count("number").value_or(1);
  if (asked.number > 1 && run.arguments.has("trace"))
    return UsageError{"-n looks for counterexamples, and --trace gives one", "leave one of them out"};
  if (run.arguments.has("trace")) {
    auto read = given_trace(run, bench, properties);
    if (const auto* trace = std::get_if<Trace>(&read)) asked.trace = *trace;
    if (const auto* code = std::get_if<ExitCode>(&read)) return *code;
  }
  return std::make_unique<Why>(bench, std::move(asked));
}

}  // namespace whynot::command
