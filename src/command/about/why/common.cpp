// The words of the command, and places, links and witnesses in the words of the report.
#include "command/about/why/common.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "analyse/why/reading.h"
#include "command/about/beside/violation.h"
#include "command/about/why/defined.h"
#include "session/traces.h"

namespace whynot::command {
namespace {

namespace why = analyse::why;

// `x@5`
std::optional<CellAsked> cell_of(const std::string& text) {
  const std::size_t at = text.rfind('@');
  if (at == std::string::npos || at == 0) return std::nullopt;
  CellAsked cell;
  cell.column = text.substr(0, at);
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

bool formula_on_trace(session::Workbench& bench, const Property& property) {
  if (bench.model().kind() != Kind::System) return true;
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
  const auto entries =
      session::read_traces(path, run.in, &bench.model(), bench.sources(), bench.diagnostics(), &bench.context());
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
      auto found = refuses_violation(bench, chosen->trace, property);
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

// The name of a column, or of what was fired, which stands behind all columns.
std::string column_name(const session::Workbench& bench, std::size_t number) {
  const Model& model = bench.model();
  if (model.kind() == Kind::System) return bench.pool().name_of(bench.system().variables[number].variable);
  const auto& columns = model.stepper->signature()->columns;
  return number < columns.size() ? columns[number].name : "action";
}

bool knows_column(session::Workbench& bench, const std::string& name) {
  if (bench.model().kind() == Kind::System) {
    const auto& variables = bench.system().variables;
    const auto is_it = [&](const VariableDecl& v) { return bench.pool().name_of(v.variable) == name; };
    if (std::any_of(variables.begin(), variables.end(), is_it)) return true;
  }
  return bench.knows_columns({name});
}

// Another value is asked of variables.
void say_what_it_is_made_of(session::Workbench& bench, const CellAsked& cell) {
  std::vector<std::string> parts;
  for (const Define& define : bench.system().defines)
    if (define.name == cell.column && define.value)
      for (const Expr leaf : leaves(define.value)) parts.push_back(to_string(bench.pool(), leaf));
  auto& error = bench.diagnostics().error(
      "why.define", fmt::format("`{}` is a DEFINE, and --instead asks for another value of a variable", cell.column),
      {1, 0, 0});
  error.help = fmt::format("it reads {}", parts.empty() ? "no variable" : fmt::format("{}", fmt::join(parts, ", ")));
}

// A mistake in how the options go together.
std::optional<UsageError> mistake_in(const Run& run, const WhyAsked& asked) {
  if (!asked.instead.empty() && asked.cells.size() != 1)
    return UsageError{"--instead is about one cell", "e.g. --cell floor@3 --instead 3"};
  if (asked.history && asked.instead.empty())
    return UsageError{"--history is about another value of a cell", "e.g. --cell floor@3 --instead 3 --history"};
  if (asked.number > 1 && run.arguments.has("trace"))
    return UsageError{"-n looks for counterexamples, and --trace gives one", "leave one of them out"};
  return std::nullopt;
}

}  // namespace

std::variant<WhyAsked, WhyRefused> why_asked(Run& run, session::Workbench& bench, std::vector<Property>& properties) {
  WhyAsked asked;
  for (const std::string& text : run.arguments.all("cell")) {
    const auto cell = cell_of(text);
    if (!cell)
      return WhyRefused{
          UsageError{fmt::format("--cell takes a column and a step, not `{}`", text), "e.g. --cell floor@3"}};
    const bool is_defined = is_define(bench, cell->column);
    if (is_defined && run.arguments.has("instead")) say_what_it_is_made_of(bench, *cell);
    if (!bench.diagnostics().ok() || (!is_defined && !knows_column(bench, cell->column)))
      return WhyRefused{Prepared::Failed{}};
    asked.cells.push_back(*cell);
  }
  asked.all = run.arguments.has("all");
  const auto changes = changes_of(run.arguments.text("contrast", asked.cells.empty() ? "2" : "off"));
  if (!changes)
    return WhyRefused{UsageError{fmt::format("--contrast takes a number of changes from 1 to 5, or `off`, not `{}`",
                                             run.arguments.text("contrast")),
                                 "e.g. --contrast 1"}};
  asked.changes = *changes;
  asked.takes_time = run.arguments.has("contrast");
  asked.instead = run.arguments.text("instead");
  asked.history = run.arguments.has("history");
  asked.number = run.arguments.count("number").value_or(1);
  if (auto mistake = mistake_in(run, asked)) return WhyRefused{*std::move(mistake)};
  if (run.arguments.has("trace")) {
    auto read = given_trace(run, bench, properties);
    if (const auto* code = std::get_if<ExitCode>(&read)) return WhyRefused{*code};
    asked.trace = std::get<Trace>(std::move(read));
  }
  return asked;
}

report::WhyPlace why_place(const session::Workbench& bench, const why::Place& place) {
  return {column_name(bench, place.variable), place.step, place.closing};
}

std::vector<report::WhyRule> why_rules(session::Workbench& bench, const std::vector<why::Condition>& conditions) {
  std::vector<report::WhyRule> rules;
  for (const why::Condition& condition : conditions) {
    const std::size_t line = condition.where.end > 0 ? bench.sources().place(condition.where).line : 0;
    const std::string kind(why::kind_word(condition.kind));
    const bool is_told = std::any_of(rules.begin(), rules.end(),
                                     [&](const report::WhyRule& r) { return r.kind == kind && r.line == line; });
    if (!is_told) rules.push_back({kind, line});
  }
  return rules;
}

report::WhyLink why_link(session::Workbench& bench, const why::Link& link) {
  report::WhyLink made;
  made.place = why_place(bench, link.place);
  made.value = link.value;
  made.kind = why::kind_word(link.kind);
  if (link.where.end > 0) made.line = bench.sources().place(link.where).line;
  made.rule = link.rule;
  made.branch = link.branch;
  made.gives = link.gives;
  made.allowed = link.allowed;
  for (const why::Place& place : link.because) made.because.push_back(why_place(bench, place));
  for (const why::Place& place : link.blockers) made.blockers.push_back(why_place(bench, place));
  made.since = link.since;
  made.minimal = link.minimal;
  made.core = why_rules(bench, link.core);
  return made;
}

report::WitnessSet why_witness(const why::Told& told) {
  report::WitnessSet set{{}, told.minimal};
  for (const why::Cause& cause : told.causes)
    set.cells.push_back({{cause.column, cause.step, cause.closing}, cause.value, cause.role, cause.atom, cause.holds});
  return set;
}

void add_chain(session::Workbench& bench, const why::Chain& chain, report::Why& finding) {
  for (const why::Link& link : chain.links) finding.chain.push_back(why_link(bench, link));
  for (const why::Place& root : chain.roots) finding.roots.push_back(why_place(bench, root));
}

void say_unknown_step(session::Workbench& bench, const CellAsked& cell, const Trace& trace) {
  auto& error =
      bench.diagnostics().error("why.unknown-step",
                                fmt::format("`{}` has no value at step {} of this trace, which has the steps 0 to {}",
                                            cell.column, cell.step, trace.steps.size() - 1),
                                {1, 0, 0});
  if (cell.step == 0 && trace.steps.size() > 1)
    error.help = fmt::format("an input belongs to the transition into a step: --cell '{}@1'", cell.column);
}

}  // namespace whynot::command
