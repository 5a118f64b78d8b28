// Specifications and programs move by rules: what failed is told by the rules that led there.
#include "command/about/why/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analyse/why/rules/program.h"
#include "analyse/why/rules/specification.h"
#include "command/about/specification.h"
#include "command/cells.h"
#include "model/ots/evaluate.h"

namespace whynot::command {
namespace {

namespace why = analyse::why;

void take(const why::Failure& failure, Answer& answer) {
  answer.why = failure.sentence;
  if (failure.witnesses.empty()) return;
  for (const why::Cause& cause : failure.witnesses[0].causes)
    answer.causes.push_back(
        {cause.step, cause.column, fmt::format("{} = {}", cause.column, cause.value.to_string()), cause.value});
}

// Columns of the witness, then those of the chain.
std::vector<std::string> columns_of(const report::Why& finding) {
  std::vector<std::string> columns;
  const auto add = [&](const std::string& name) {
    const bool is_column = name != "action" && name != "event";
    if (is_column && std::find(columns.begin(), columns.end(), name) == columns.end()) columns.push_back(name);
  };
  for (const report::WitnessSet& set : finding.witnesses)
    for (const report::WitnessCell& cell : set.cells) add(cell.place.column);
  for (const report::WhyLink& link : finding.chain) add(link.place.column);
  return columns;
}

// The places that are asked about, or else `otherwise`.
std::vector<why::Place> begin_at(session::Workbench& bench, const WhyAsked& asked, const Trace& trace,
                                 std::vector<why::Place> otherwise, report::Why& finding) {
  if (asked.cells.empty()) return otherwise;
  std::vector<why::Place> places;
  for (const CellAsked& cell : asked.cells) {
    const auto place = why::place_named(trace, cell.column, cell.step);
    if (!place) {
      say_unknown_step(bench, cell, trace);
      continue;
    }
    places.push_back(*place);
    finding.asked.push_back(why_place(bench, *place));
  }
  return places;
}

report::Why begun(const WhyAsked& asked, const Property& property, const std::string& id, const why::Failure& failure) {
  report::Why finding;
  finding.property = property.name;
  finding.trace = id;
  finding.all = asked.all;
  finding.sentence = failure.sentence;
  for (const why::Told& told : failure.witnesses) finding.witnesses.push_back(why_witness(told));
  return finding;
}

class WhySpecification final : public AboutSpecification {
 public:
  WhySpecification(Run& run, session::Workbench& bench) : AboutSpecification(run, bench) {}

  void ask(WhyAsked asked) { asked_ = std::move(asked); }

  Answer treat(const Property& property) override {
    Answer answer = asked_.trace ? Answer{Violated{*asked_.trace}, "given"} : search(property);
    const Trace* trace = trace_of(answer.verdict);
    if (!trace) return answer;
    answer.traces.push_back(bench().cite(*trace, property.name, {&property}));
    const why::SpecificationRun run{specification(), scope(), *trace};
    const why::Failure failure = why::failure(run, goal_of(property).predicate);
    take(failure, answer);
    report::Why finding = begun(asked_, property, answer.traces[0], failure);
    std::vector<why::Place> causes;
    for (const report::Cause& cause : answer.causes)
      if (const auto place = why::place_named(*trace, cause.column, cause.step)) causes.push_back(*place);
    const auto places = begin_at(bench(), asked_, *trace, std::move(causes), finding);
    add_chain(bench(), why::chain(run, places), finding);
    if (!asked_.instead.empty() && !places.empty()) add_instead(run, places[0], finding);
    finding.relevant = columns_of(finding);
    answer.findings.push_back(std::move(finding));
    return answer;
  }

 private:
  Answer search(const Property& property) {
    const ots::Predicate& predicate = goal_of(property).predicate;
    auto outcome =
        engine::ots::search(specification(), scope(), std::span(&predicate, 1), search_options(true), context());
    warn_of_no_start(outcome.depths);
    return {std::move(outcome.verdicts[0]), std::string(engine::ots::search_name)};
  }

  // By its text: a value of the observer's sort, if these can be listed, or one that the run has somewhere.
  std::optional<Value> value_named(const why::SpecificationRun& run, const why::Place& place) {
    const ots::Evaluator evaluator(run.ots, run.scope);
    std::uint32_t observer = 0;
    evaluator.layout().for_each([&](std::uint32_t o, const std::vector<Value>&, std::size_t cell) {
      if (cell == place.variable) observer = o;
    });
    std::vector<Value> values;
    if (const auto* domain = evaluator.values_of(run.ots.observers[observer].sort)) values = *domain;
    for (const Step& step : run.trace.steps)
      for (const Value& value : step.state)
        if (evaluator.has_sort(value, run.ots.observers[observer].sort)) values.push_back(value);
    std::string text = asked_.instead;
    if (text == "true" || text == "false") text = text == "true" ? "TRUE" : "FALSE";
    const auto found =
        std::find_if(values.begin(), values.end(), [&](const Value& value) { return value.to_string() == text; });
    if (found != values.end()) return *found;
    const bool is_number = !text.empty() && text.size() < 10 && text.find_first_not_of("0123456789") == text.npos;
    if (is_number && evaluator.has_sort(Value::integer(std::stol(text)), run.ots.observers[observer].sort))
      return Value::integer(std::stol(text));
    bench().diagnostics().error("why.unknown-value",
                                fmt::format("`{}` cannot be `{}`: it is of sort {}", run.ots.observers[observer].name,
                                            asked_.instead, run.ots.sorts[run.ots.observers[observer].sort].name),
                                {1, 0, 0});
    return std::nullopt;
  }

  void add_instead(const why::SpecificationRun& run, const why::Place& place, report::Why& finding) {
    const auto value = value_named(run, place);
    if (!value) return;
    if (*value == run.trace.steps[place.step].state[place.variable]) {
      const std::string& name = run.trace.signature->columns[place.variable].name;
      bench().diagnostics().error(
          "why.same-value", fmt::format("`{}` is {} there: --instead asks for another value", name, asked_.instead),
          {1, 0, 0});
      return;
    }
    const why::RuleInstead found = why::instead(run, place, *value, context());
    report::WhyInstead made;
    made.place = why_place(bench(), place);
    made.value = *value;
    made.answer = found.answer == why::RuleInstead::Answer::Pick ? "pick" : "state";
    made.rule = found.rule;
    made.line = line_of(found.where);
    std::set<why::Place> because;
    for (const why::RuleBlocked& blocked : found.blocked) {
      made.blocked.push_back({blocked.rule, line_of(blocked.where), blocked.condition});
      because.insert(blocked.because.begin(), blocked.because.end());
    }
    for (const why::Place& p : because)
      made.because.push_back({why_place(bench(), p), run.trace.steps[p.step].state[p.variable], false});
    finding.instead.push_back(std::move(made));
  }

  std::size_t line_of(const Span& where) { return where.end > 0 ? bench().sources().place(where).line : 0; }

  WhyAsked asked_;
};

}  // namespace

void tell_why(const Model& model, const Property& property, const Trace& trace, Answer& answer) {
  const Specification& specification = model.specification();
  take(why::failure(why::SpecificationRun{*specification.ots, specification.scope, trace}, goal_of(property).predicate),
       answer);
}

void tell_why(const Model& model, const Sources& sources, const Property& property, const Trace& trace,
              const PdsLasso& by, Answer& answer) {
  take(why::failure(why::ProgramRun{model.program().pds, automaton_of(property), trace, by, &sources}), answer);
}

report::Why why_of_program(session::Workbench& bench, const WhyAsked& asked, const Property& property,
                           const Trace& trace, const PdsLasso& by, const std::string& id) {
  const why::ProgramRun run{bench.model().program().pds, automaton_of(property), trace, by, &bench.sources()};
  report::Why finding = begun(asked, property, id, why::failure(run, asked.all));
  std::vector<why::Place> moves;
  if (!finding.witnesses.empty() && !finding.witnesses[0].cells.empty())
    moves.push_back({finding.witnesses[0].cells.back().place.step, 0, false});
  add_chain(bench, why::chain(run, begin_at(bench, asked, trace, std::move(moves), finding)), finding);
  finding.relevant = columns_of(finding);
  return finding;
}

Prepared why_specification(Run& run, session::Workbench& bench, Properties& properties) {
  if (!has_scope(bench)) return Prepared::Failed{};
  auto asked = why_asked(run, bench, properties);
  if (auto* refused = std::get_if<WhyRefused>(&asked)) return std::move(refused->why);
  auto analysis = std::make_unique<WhySpecification>(run, bench);
  analysis->ask(std::get<WhyAsked>(std::move(asked)));
  return analysis;
}

}  // namespace whynot::command
