// One exploration behind three uses: a search that ends with verdicts, a space that is kept, one that goes deeper.
#include "engine/ots/search.h"

#include <algorithm>

#include "engine/ots/explorer.h"
#include "engine/ots/parts/spill.h"

namespace whynot::engine::ots {

using whynot::ots::Predicate;

namespace {

constexpr std::size_t most_starts = 50'000;  // of a search that others take turns with

class ExploredSpace final : public whynot::ots::BoundedSpace {
 public:
  ExploredSpace(const whynot::ots::Ots& ots, const whynot::ots::Scope& scope, std::span<const Predicate> mentioned,
                const SearchOptions& options)
      : explorer_(ots, scope, mentioned, false, options) {}
  bool violates(const Predicate& p, Context& context) override {
    return explorer_.first_violation(p, context).has_value();
  }
  Explorer& explorer() { return explorer_; }

  const whynot::ots::Scope& scope() const override { return explorer_.scope(); }
  bool symmetry() const override { return explorer_.symmetry(); }
  std::size_t depth() const override { return explorer_.depths().empty() ? 0 : explorer_.depths().back().depth; }
  bool exhausted() const override { return explorer_.exhausted(); }
  std::vector<whynot::ots::DepthCount> counts() const override { return explorer_.depths(); }
  std::optional<Trace> find(const Predicate& p, Context& context) override {
    const auto state = explorer_.first_violation(p, context);
    return state ? std::optional(explorer_.trace_to(*state, p)) : std::nullopt;
  }

 private:
  Explorer explorer_;
};

class Deepening final : public whynot::ots::DeepeningSpace {
 public:
  Deepening(const whynot::ots::Ots& ots, const whynot::ots::Scope& scope, const Predicate& goal, std::size_t most_asked,
            const SearchOptions& options)
      : goal_(goal), most_asked_(most_asked), explorer_(ots, scope, std::span(&goal_, 1), true, options) {}

  const whynot::ots::Scope& scope() const override { return explorer_.scope(); }
  bool symmetry() const override { return explorer_.symmetry(); }
  std::size_t depth() const override { return none_up_to().value_or(0); }
  bool exhausted() const override { return explorer_.exhausted(); }
  std::vector<whynot::ots::DepthCount> counts() const override { return explorer_.depths(); }
  bool violates(const Predicate& p, Context& context) override {
    return explorer_.first_violation(p, context, most_asked_).has_value();
  }
  std::optional<Trace> find(const Predicate& p, Context& context) override {
    const auto state = explorer_.first_violation(p, context, most_asked_);
    return state ? std::optional(explorer_.trace_to(*state, p)) : std::nullopt;
  }
  bool deepen(Context& context) override { return explorer_.deepen(context); }
  std::uint64_t states() const override { return explorer_.states(); }
  std::uint64_t frontier() const override { return explorer_.frontier(); }
  bool violated() const override { return explorer_.violations()[0].has_value(); }
  Trace violation() override { return explorer_.trace_to(*explorer_.violations()[0], goal_); }
  std::optional<std::size_t> none_up_to() const override { return explorer_.none_up_to(); }
  std::vector<State> sample(std::size_t most) override { return explorer_.sample(most); }
  bool complete() const override { return exhausted() && explorer_.queries()[0].complete; }
  const std::string& stopped() const override { return explorer_.stopped(); }

 private:
  Predicate goal_;
  std::size_t most_asked_;
  Explorer explorer_;
};

template <class Exploration>
Verdict verdict_of(Exploration& explorer, std::size_t p, const Predicate& predicate) {
  if (const auto at = explorer.violations()[p]) return Violated{explorer.trace_to(*at, predicate)};
  if (explorer.exhausted() && explorer.queries()[p].complete) return Holds{WholeSpace{explorer.states()}};
  if (explorer.none_up_to()) return NoneUpTo{*explorer.none_up_to(), explorer.stopped()};
  return Unknown{explorer.stopped()};
}

template <class Exploration>
SearchOutcome outcome_of(Exploration& explorer, std::span<const Predicate> predicates, const SearchOptions& options,
                         Context& context) {
  const bool speaks = !options.fabric || options.fabric->rank() == 0;  // the others only do what it takes
  std::vector<bool> told(predicates.size(), !options.found);
  explorer.run(context, [&] {
    // One that goes on from a checkpoint knows several at once: they are told as they were found.
    std::vector<std::size_t> fresh;
    for (std::size_t p = 0; p < predicates.size(); ++p)
      if (!told[p] && explorer.violations()[p]) fresh.push_back(p);
    std::stable_sort(fresh.begin(), fresh.end(), [&](std::size_t a, std::size_t b) {
      return *explorer.violations()[a] < *explorer.violations()[b];
    });
    for (const std::size_t p : fresh) {
      told[p] = true;
      const Trace trace = explorer.trace_to(*explorer.violations()[p], predicates[p]);
      auto depths = explorer.depths();
      depths.resize(std::min(depths.size(), trace.steps.size()));
      const auto partition = explorer.partition();
      if (speaks) options.found(p, trace, depths, partition);
    }
  });
  SearchOutcome outcome;
  outcome.depths = explorer.depths();
  outcome.exhausted = explorer.exhausted();
  outcome.stopped = explorer.stopped();
  outcome.partition = explorer.partition();
  for (std::size_t p = 0; p < predicates.size(); ++p) {
    outcome.verdicts.push_back(verdict_of(explorer, p, predicates[p]));
    outcome.complete.push_back(explorer.queries()[p].complete);
    if (const auto at = explorer.violations()[p]; at && options.further)
      explorer.for_each_shortest(*at, predicates[p], context,
                                 [&](Trace trace) { return speaks && options.further(p, std::move(trace)); });
  }
  return outcome;
}

}  // namespace

SearchOutcome search(const whynot::ots::Ots& ots, const whynot::ots::Scope& scope,
                     std::span<const Predicate> predicates, const SearchOptions& options, Context& context) {
  if (!options.spill.empty()) {
    parts::Spill spill(ots, scope, predicates, options);
    return outcome_of(spill, predicates, options, context);
  }
  Explorer explorer(ots, scope, predicates, true, options);
  return outcome_of(explorer, predicates, options, context);
}

SearchOutcome search_in_parts(const whynot::ots::Ots& ots, const whynot::ots::Scope& scope,
                              std::span<const Predicate> predicates, const SearchOptions& options, unsigned ranks,
                              Context& context) {
  SearchOutcome outcome;
  run_ranks(ranks, [&](Fabric& fabric) {
    SearchOptions mine = options;
    mine.fabric = &fabric;
    mine.threads = 1;
    SearchOutcome of_rank = search(ots, scope, predicates, mine, context);
    if (fabric.rank() == 0) outcome = std::move(of_rank);
  });
  return outcome;
}

std::unique_ptr<whynot::ots::DeepeningSpace> deepen(const whynot::ots::Ots& ots, const whynot::ots::Scope& scope,
                                                    const Predicate& goal, std::size_t most_asked,
                                                    const SearchOptions& options) {
  SearchOptions limited = options;
  if (!limited.most_starts) limited.most_starts = most_starts;
  return std::make_unique<Deepening>(ots, scope, goal, most_asked, limited);
}

std::unique_ptr<whynot::ots::BoundedSpace> explore(const whynot::ots::Ots& ots, const whynot::ots::Scope& scope,
                                                   std::span<const Predicate> mentioned, const SearchOptions& options,
                                                   Context& context) {
  auto space = std::make_unique<ExploredSpace>(ots, scope, mentioned, options);
  space->explorer().run(context);
  return space;
}

}  // namespace whynot::engine::ots
