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

// What no execution does: take the second step when the first was the last one of those that matter, if there is a
// first; else at all.  Steps that only differ in the handlers that are installed are one.
struct Forbidden {
  std::vector<bool> matters;        // by rule
  std::vector<std::uint32_t> like;  // by rule: the first of those that are one step
  std::uint32_t first = Pds::none, second = Pds::none;

  bool allows(std::uint32_t last, std::uint32_t rule) const {
    return like.empty() || like[rule] != second || (first != Pds::none && last != first);
  }
  std::uint32_t last_after(std::uint32_t last, std::uint32_t rule) const {
    return !matters.empty() && matters[rule] ? like[rule] : last;
  }
};

// By way: the least number of steps; nothing if there is too much to look at.
std::optional<std::map<Way, std::size_t>> search(const Pds& pds, const Efsa& efsa, const Forbidden& forbidden = {}) {
  using Node = std::tuple<oracle::Word, std::uint32_t, Way, std::uint32_t>;  // the stack has its top first
  std::map<Way, std::size_t> found;
  std::set<Node> seen, layer;
  for (const PdsConfiguration& initial : pds.initial)
    for (std::uint32_t q = 0; q < efsa.states.size(); ++q)
      if (efsa.states[q].initial) layer.insert({initial.stack, q, Way{{efsa.states[q].name}, {}}, Pds::none});
  for (std::size_t steps = 1; !layer.empty(); ++steps) {
    std::set<Node> next;
    for (const auto& [stack, q, way, last] : layer) {
      if (stack.empty() || efsa.states[q].final) continue;
      for (std::uint32_t r = 0; r < pds.rules.size(); ++r) {
        const PdsRule& rule = pds.rules[r];
        if (rule.symbol != stack[0] || !forbidden.allows(last, r)) continue;
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
          Node node{after, t.to, longer, forbidden.last_after(last, r)};
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

// Half of the steps matter, and one of those never comes right after another, or never.  A step is one rule; with
// `variants`, those of one point are several at times.
Forbidden random_forbidden(Random& random, const Pds& pds, bool variants) {
  Forbidden out;
  const std::size_t rules = pds.rules.size();
  for (std::uint32_t i = 0; i < rules; ++i) {
    const auto like = std::find_if(out.like.begin(), out.like.end(), [&](std::uint32_t before) {
      return variants && pds.rules[before].symbol == pds.rules[i].symbol && random.chance(60);
    });
    out.like.push_back(like == out.like.end() ? i : *like);
  }
  for (std::size_t i = 0; i < rules; ++i) out.matters.push_back(random.chance(50));
  const auto any_step = [&] { return out.like[random.below(rules)]; };
  out.second = any_step();
  out.matters[out.second] = true;
  if (random.chance(50)) {
    out.first = any_step();
    out.matters[out.first] = true;
  }
  for (std::size_t i = 0; i < rules; ++i) out.matters[i] = out.matters[out.like[i]];
  return out;
}

analyse::paths::PathsJudge judge_of(const Forbidden& forbidden) {
  analyse::paths::PathsExclusion excluded;
  excluded.relevant = forbidden.matters;
  if (forbidden.first != Pds::none) excluded.pattern.push_back({forbidden.first});
  excluded.pattern.push_back({forbidden.second});
  excluded.first_like = std::make_shared<const std::vector<std::uint32_t>>(forbidden.like);
  return [forbidden, excluded](std::span<const analyse::paths::JudgedStep> steps, bool, Context&) {
    using Is = analyse::paths::PathsJudgement::Is;
    std::uint32_t last = Pds::none;
    for (const auto& step : steps) {
      if (!forbidden.allows(last, step.rule)) return analyse::paths::PathsJudgement{Is::Infeasible, {}, excluded};
      last = forbidden.last_after(last, step.rule);
    }
    return analyse::paths::PathsJudgement{Is::Feasible, {}, {}};
  };
}

// What is excluded is left out, and nothing else; a search that is stopped says so of no site that it leaves open.
void check_sites_under_exclusions(std::uint64_t seed, bool variants) {
  Random random(seed);
  std::size_t sites = 0, kept_away = 0;
  for (std::size_t i = 0; i < rounds(2'000); ++i) {
    const oracle::Problem problem = oracle::random_problem(random);
    const Forbidden forbidden = random_forbidden(random, problem.pds, variants);
    const auto ways = search(problem.pds, problem.efsa, forbidden);
    if (!ways) continue;
    analyse::paths::PathsOptions options;
    options.limit = 3;
    options.judge = judge_of(forbidden);
    Context context;
    const auto found = analyse::paths::run_paths(problem.pds, problem.efsa, options, context);
    std::set<Way> told;
    for (const analyse::paths::PathsSite& site : found.sites) {
      EXPECT_EQ(site.feasible, "yes") << i;
      told.insert({site.states, site.events});
    }
    for (const auto& [way, steps] : *ways) EXPECT_TRUE(told.contains(way)) << i;
    sites += told.size();
    kept_away += found.infeasible_sites;
    for (const std::uint64_t effort : {20u, 60u, 200u, 600u}) {
      Context part(context, effort);
      const auto stopped = analyse::paths::run_paths(problem.pds, problem.efsa, options, part);
      EXPECT_LE(stopped.infeasible_sites, found.infeasible_sites) << i << ", " << effort;
    }
  }
  EXPECT_GT(sites, rounds(2'000) / 10);
  EXPECT_GT(kept_away, rounds(2'000) / 100);
}

TEST(Sites, AreThoseThatNoExclusionKeepsAway) { check_sites_under_exclusions(11, false); }
TEST(Sites, AreThoseThatNoExclusionKeepsAwayWhereStepsHaveVariants) { check_sites_under_exclusions(12, true); }

}  // namespace
}  // namespace whynot
