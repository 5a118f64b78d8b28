// Sites of random systems against a search over whole configurations that keeps the way of the automaton beside them:
// nothing of the engine is in it.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "analyse/paths/paths.h"
#include "support/pushdown_oracle.h"
#include "support/rounds.h"

namespace whynot {
namespace {

using Names = std::vector<std::string>;

struct Way {  // states, and the symbols that were left into each but the first
  Names states, symbols;
  friend auto operator<=>(const Way&, const Way&) = default;
};

constexpr std::size_t most_symbols = 6, most_seen = 30'000;

// By way: the least number of steps; nothing if there is too much to look at.
std::optional<std::map<Way, std::size_t>> search(const Pds& pds, const Efsa& efsa) {
  using Node = std::tuple<oracle::Word, std::uint32_t, Way>;  // the stack has its top first
  std::map<Way, std::size_t> found;
  std::set<Node> seen, layer;
  for (const PdsConfiguration& initial : pds.initial)
    for (std::uint32_t q = 0; q < efsa.states.size(); ++q)
      if (efsa.states[q].initial) layer.insert({initial.stack, q, Way{{efsa.states[q].name}, {}}});
  for (std::size_t steps = 1; !layer.empty(); ++steps) {
    std::set<Node> next;
    for (const auto& [stack, q, way] : layer) {
      if (stack.empty() || efsa.states[q].final) continue;
      for (const PdsRule& rule : pds.rules) {
        if (rule.symbol != stack[0]) continue;
        oracle::Word after(rule.push.begin(), rule.push.begin() + rule.size);
        after.insert(after.end(), stack.begin() + 1, stack.end());
        if (after.size() > most_symbols) continue;
        const std::string& symbol = pds.symbols[rule.symbol];
        for (const EfsaTransition& t : efsa.transitions) {
          const bool fires = t.trigger == EfsaTransition::Trigger::Any || t.event == "at_" + symbol;
          if (t.from != q || !fires) continue;
          Way longer = way;
          const std::string& name = efsa.states[t.to].name;
          const auto again = std::find(longer.states.begin(), longer.states.end(), name);
          if (again != longer.states.end()) {
            longer.symbols.resize(static_cast<std::size_t>(again - longer.states.begin()));
            longer.states.erase(again + 1, longer.states.end());
          } else {
            longer.states.push_back(name);
            longer.symbols.push_back("at_" + symbol);
          }
          if (efsa.states[t.to].final) found.try_emplace(longer, steps);
          Node node{after, t.to, longer};
          if (seen.insert(node).second) next.insert(std::move(node));
        }
      }
    }
    if (seen.size() > most_seen) return std::nullopt;
    layer = std::move(next);
  }
  return found;
}

std::size_t highest(const Trace& trace) {
  std::size_t most = 0;
  for (const Step& step : trace.steps) most = std::max(most, step.state[1].args().size());
  return most;
}

TEST(Sites, AgreeWithASearchOverConfigurations) {
  Random random(7);
  std::size_t compared = 0;
  for (std::size_t i = 0; i < rounds(400); ++i) {
    const oracle::Problem problem = oracle::random_problem(random);
    const auto ways = search(problem.pds, problem.efsa);
    if (!ways) continue;
    Context context;
    analyse::paths::PathsOptions options;
    options.limit = 3;
    const auto found = analyse::paths::run_paths(problem.pds, problem.efsa, options, context);
    if (!std::holds_alternative<Violated>(found.verdict)) {
      EXPECT_TRUE(ways->empty()) << i;
      continue;
    }
    ASSERT_TRUE(found.sites_complete) << i;
    std::map<Way, std::size_t> told;
    for (const analyse::paths::PathsSite& site : found.sites) {
      const Way way{site.states, site.events};
      EXPECT_TRUE(told.emplace(way, site.steps).second) << i << ": a site comes twice";
      ASSERT_TRUE(site.representative) << i;
      const Trace& trace = found.traces[*site.representative];
      if (highest(trace) > most_symbols) continue;
      ASSERT_TRUE(ways->contains(way)) << i;
      EXPECT_EQ(ways->at(way), site.steps) << i;
      EXPECT_EQ(trace.steps.size(), site.steps + 1) << i;
      ++compared;
    }
    for (const auto& [way, steps] : *ways) {
      ASSERT_TRUE(told.contains(way)) << i;
      EXPECT_LE(told.at(way), steps) << i;
    }
  }
  EXPECT_GT(compared, rounds(400) / 6);
}

}  // namespace
}  // namespace whynot
