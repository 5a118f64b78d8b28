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
#include "command/cells.h"

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

class Why final : public Analysis {
 public:
  Why(session::Workbench& bench, std::vector<CellAsked> cells, bool all)
      : bench_(bench), cells_(std::move(cells)), all_(all) {}

  Answer treat(const Property& property) override {
    Answer answer = decide(bench_, property, {});
    if (std::holds_alternative<Holds>(answer.verdict)) tell_holding(bench_, property, answer);
    const Trace* trace = trace_of(answer.verdict);
    if (!trace) {
      if (std::holds_alternative<Violated>(answer.verdict)) tell_place(property, answer);
      return answer;
    }
    report::Why finding;
    finding.property = property.name;
    finding.trace = answer.traces.front();
    finding.all = all_;
    const why::Failure failure = why::failure(bench_.system(), property, *trace, all_);
    finding.sentence = answer.why = failure.sentence;
    for (const why::Told& told : failure.witnesses) finding.witnesses.push_back(witness_of(told));
    trace_back(*trace, failure, finding);
    finding.relevant = answer.relevant = relevant_columns(finding);
    finding.fairness = hint_of(bench_, property, *trace);
    answer.findings.push_back(std::move(finding));
    return answer;
  }

 private:
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
  void trace_back(const Trace& trace, const why::Failure& failure, report::Why& finding) {
    std::vector<why::Place> from;
    for (const CellAsked& cell : cells_)
      if (const auto place = known(trace, cell)) {
        from.push_back(*place);
        finding.asked.push_back(place_of(*place));
      }
    if (cells_.empty() && !failure.witnesses.empty())
      for (const why::Cause& cause : failure.witnesses[0].causes)
        if (const auto place = why::place_named(bench_.system(), trace, cause.column, cause.step))
          from.push_back(*place);
    const why::Chain chain = why::chain(bench_.system(), trace, from);
    for (const why::Link& link : chain.links) finding.chain.push_back(link_of(link));
    for (const why::Place& root : chain.roots) finding.roots.push_back(place_of(root));
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

  report::WhyPlace place_of(const why::Place& place) const {
    return {bench_.pool().name_of(bench_.system().variables[place.variable].variable), place.step, place.closing};
  }

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
    return made;
  }

  session::Workbench& bench_;
  std::vector<CellAsked> cells_;
  bool all_;
};

}  // namespace

Prepared why_system(Run& run, session::Workbench& bench, Properties&) {
  std::vector<CellAsked> cells;
  for (const std::string& text : run.arguments.all("cell")) {
    const auto cell = cell_of(text);
    if (!cell)
      return UsageError{fmt::format("--cell takes a variable and a step, not `{}`", text), "e.g. --cell floor@3"};
    const auto& variables = bench.system().variables;
    const bool is_known = std::any_of(variables.begin(), variables.end(), [&](const VariableDecl& v) {
      return bench.pool().name_of(v.variable) == cell->variable;
    });
    if (!is_known && !bench.knows_columns({cell->variable})) return Prepared::Failed{};
    cells.push_back(*cell);
  }
  return std::make_unique<Why>(bench, std::move(cells), run.arguments.has("all"));
}

}  // namespace whynot::command
