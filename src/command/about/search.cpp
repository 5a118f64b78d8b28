// whynot search: what a search of the states within a scope says; or, of any number of elements, what a solver finds;
// or how many states there are.
#include "engine/ots/search.h"

#include <fmt/format.h>

#include "command/about/search_specification.h"
#include "command/cells.h"
#include "engine/ots/symbolic.h"

namespace whynot::command {
namespace {

constexpr std::uint64_t most_counted = 3'000'000;  // states whose successors are counted without a depth

// Without a scope, by a solver.
class SearchAnyScope final : public AboutSpecification {
 public:
  using AboutSpecification::AboutSpecification;

  Answer treat(const Property& property) override {
    const ots::Predicate& predicate = goal_of(property).predicate;
    const std::size_t depth = search_options(true).depth.value_or(default_depth);
    auto found = engine::ots::search_symbolically(specification(), predicate, depth, context());
    report::Falsification finding;
    finding.outcome = found.trace ? "falsified" : "open";
    finding.search = summary_of({}, scope().name, false);
    finding.search->stopped = found.reason;
    finding.search->fewest = found.fewest;
    finding.search->enough = engine::ots::enough_elements(specification(), predicate, depth);
    Answer answer{NoneUpTo{found.none_up_to}, "smt"};
    std::unique_ptr<const Model> of_trace;  // within a scope that has the elements which the solver used
    if (found.trace) {
      answer.verdict = Violated{std::move(*found.trace)};
      of_trace = within(*found.scope);
    } else if (!found.complete) {
      answer.verdict = Unknown{found.reason};
    }
    return std::move(complete(answer, property, std::move(finding), of_trace.get()));
  }
};

// whynot search --count: the states of each depth; and what a search says of the properties that are named.
class CountStates final : public SearchSpecification {
 public:
  using SearchSpecification::SearchSpecification;

  Together together() override {
    auto options = search_options(false);
    const bool open_ended = is_open_ended(options);
    const auto outcome = searched({}, options);
    warn_of_no_start(outcome.depths);
    report::Falsification finding;
    finding.search = summary_of(outcome.depths, scope().name, options.symmetry, outcome.partition);
    finding.search->exhausted = outcome.exhausted;
    finding.search->stopped = outcome.stopped;
    bench().report().findings.push_back(std::move(finding));
    AboutSpecification::together();
    const bool as_far_as_meant = open_ended && context().stopped() == Stop::None;
    return {{}, !outcome.stopped.empty() && !as_far_as_meant};
  }

 protected:
  std::optional<std::uint64_t> most_states() const override { return most_counted; }
};

}  // namespace

Prepared search_states(Run& run, session::Workbench& bench, Properties& properties) {
  const bool any = bench.model().specification().any_scope;
  if (any && !run.arguments.has("count") && !run.arguments.has("from"))
    return prepared<SearchAnyScope>(run, bench, properties);
  if (!has_scope(bench)) return Prepared::Failed{};
  if (!run.arguments.has("count")) return prepared<SearchSpecification>(run, bench, properties);
  if (!run.arguments.has("property") && !run.arguments.has("formula")) properties.clear();
  return prepared<CountStates>(run, bench, properties);
}

}  // namespace whynot::command
