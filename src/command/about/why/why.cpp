// whynot why: what makes a property fail, and why a cell of its counterexample has its value.
#include "session/why.h"

#include <fmt/format.h>

#include "analyse/why/chain.h"
#include "analyse/why/failure.h"
#include "command/about/beside/hint.h"
#include "command/about/beside/relevant.h"
#include "command/about/beside/vacuity.h"
#include "command/about/decide.h"
#include "command/about/why/common.h"
#include "command/about/why/contrast.h"
#include "command/about/why/defined.h"
#include "command/about/why/instead.h"
#include "command/about/why/shared.h"
#include "command/cells.h"
#include "engine/engine.h"

namespace whynot::command {
namespace {

namespace why = analyse::why;

class Why final : public Analysis {
 public:
  Why(session::Workbench& bench, WhyAsked asked) : bench_(bench), asked_(std::move(asked)) {}

  Answer treat(const Property& property) override {
    Answer answer = asked_.trace ? given(property) : decide(bench_, property, {.number = asked_.number});
    if (std::holds_alternative<Holds>(answer.verdict)) tell_holding(bench_, property, answer);
    const Trace* trace = trace_of(answer.verdict);
    if (!trace) {
      tell_without_counterexample(property, answer);
      return answer;
    }
    report::Why finding;
    finding.property = property.name;
    finding.trace = answer.traces.front();
    finding.all = asked_.all;
    const why::Failure failure = why::failure(bench_.system(), property, *trace, asked_.all);
    finding.sentence = answer.why = failure.sentence;
    answer.definitions = session::definitions(bench_.sources(), failure);
    for (const why::Told& told : failure.witnesses) finding.witnesses.push_back(why_witness(told));
    const std::vector<why::Place> roots = trace_back(*trace, failure, finding);
    if (asked_.changes > 0) {
      why::ContrastEffort effort = asked_.takes_time ? why::ContrastEffort() : why::usual_effort;
      effort.most = asked_.changes;
      add_contrast(bench_, property, *trace, failure, roots, effort, finding);
    }
    finding.relevant = relevant_columns(finding);
    answer.relevant = cone_columns(bench_, property, finding.relevant);
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

  // Of what one run cannot show there is the way to where it breaks, of what holds a run that puts it to use: cells are
  // those of that run.
  void tell_without_counterexample(const Property& property, Answer& answer) {
    const bool is_violated = std::holds_alternative<Violated>(answer.verdict);
    if (!engine::is_conclusive(answer.verdict) || (!is_violated && asked_.cells.empty())) return;
    report::Why finding;
    finding.property = property.name;
    finding.sentence = answer.why;
    finding.all = asked_.all;
    finding.trace = is_violated && !answer.traces.empty() ? answer.traces.front() : witness_of(answer);
    if (!asked_.cells.empty()) {
      const report::TraceEntry* const shown = bench_.report().trace(finding.trace);
      if (!shown) return say_no_run(property);
      trace_back(Trace(shown->trace), {}, finding);
    }
    answer.findings.emplace_back(std::move(finding));
  }

  static std::string witness_of(const Answer& answer) {
    for (const report::Finding& finding : answer.findings)
      if (const auto* vacuity = std::get_if<report::Vacuity>(&finding); vacuity && !vacuity->witness.empty())
        return vacuity->witness;
    return "";
  }

  void say_no_run(const Property& property) {
    bench_.diagnostics()
        .error("why.no-trace", fmt::format("no run is shown for `{}`, so there is no cell to ask about", property.name),
               property.where)
        .help = "--trace FILE gives one; or ask about a property that it violates, with -f";
  }

  // From the cells asked for, or else from those of the first witness.
  std::vector<why::Place> trace_back(const Trace& trace, const why::Failure& failure, report::Why& finding) {
    std::vector<why::Place> from;
    for (const CellAsked& cell : asked_.cells) {
      if (is_define(bench_, cell.column)) {
        trace_define(trace, cell, from, finding);
      } else if (const auto place = known(trace, cell)) {
        from.push_back(*place);
        finding.asked.push_back(why_place(bench_, *place));
      }
    }
    if (asked_.cells.empty() && !failure.witnesses.empty())
      for (const why::Cause& cause : failure.witnesses[0].causes)
        if (const auto place = why::place_named(bench_.system(), trace, cause.column, cause.named(trace.steps.size())))
          from.push_back(*place);
    const why::Chain chain = why::chain(bench_.system(), trace, from, &bench_.context());
    add_chain(bench_, chain, finding);
    if (!asked_.instead.empty() && !chain.links.empty())
      if (const auto value = value_asked(bench_, chain.links[0], asked_.instead))
        finding.instead.push_back(why_instead(bench_, trace, chain.links[0], *value, asked_.history));
    return chain.roots;
  }

  // Of a DEFINE, from the cells that make it what it is.
  void trace_define(const Trace& trace, const CellAsked& cell, std::vector<why::Place>& from, report::Why& finding) {
    auto defined = defined_cell(bench_, trace, cell);
    if (!defined) return say_unknown_step(bench_, cell, trace);
    from.insert(from.end(), defined->from.begin(), defined->from.end());
    finding.asked.push_back(defined->link.place);
    finding.chain.push_back(std::move(defined->link));
  }

  std::optional<why::Place> known(const Trace& trace, const CellAsked& cell) {
    const auto place = why::place_named(bench_.system(), trace, cell.column, cell.step);
    if (!place) say_unknown_step(bench_, cell, trace);
    return place;
  }

  session::Workbench& bench_;
  WhyAsked asked_;
};

}  // namespace

Prepared why_system(Run& run, session::Workbench& bench, Properties& properties) {
  auto asked = why_asked(run, bench, properties);
  if (auto* refused = std::get_if<WhyRefused>(&asked)) return std::move(refused->why);
  return std::make_unique<Why>(bench, std::get<WhyAsked>(std::move(asked)));
}

}  // namespace whynot::command
