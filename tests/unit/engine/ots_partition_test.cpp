// States shared out among ranks: the counts, the verdicts and the traces are those of a search that has all of them.
#include <gtest/gtest.h>

#include "engine/ots/explorer.h"
#include "engine/ots/search.h"
#include "ots_support.h"
#include "support/random_maps.h"
#include "support/rounds.h"

namespace whynot::engine::ots {
namespace {

using whynot::ots::Predicate;
using whynot::ots::Scope;

std::string text_of(const Trace& trace) {
  std::string out;
  for (const Step& s : trace.steps) {
    if (s.action) out += s.action->name;
    for (const Value& v : s.action ? s.action->args : std::vector<Value>{}) out += " " + v.to_string();
    for (const Value& v : s.state) out += " | " + v.to_string();
    out += "\n";
  }
  return out;
}

std::string text_of(const Verdict& verdict) {
  if (const auto* violated = std::get_if<Violated>(&verdict))
    return "violated\n" + text_of(std::get<Trace>(violated->evidence));
  if (const auto* none = std::get_if<NoneUpTo>(&verdict))
    return "none up to " + std::to_string(none->depth) + none->reason;
  if (const auto* holds = std::get_if<Holds>(&verdict))
    return "holds in " + to_string(std::get<WholeSpace>(holds->evidence).states);
  return "unknown: " + std::get<Unknown>(verdict).reason;
}

// Everything that a search says, of up to five counterexamples each; `ranks` 0: by one that has all states.
std::string told_by(OtsInput& input, const Scope& scope, const std::vector<Predicate>& goals,
                    std::optional<std::size_t> depth, bool symmetry, unsigned ranks) {
  std::string out;
  std::vector<int> shown(goals.size(), 0);
  SearchOptions options{depth, symmetry, 1, {}, 0};
  options.found = [&](std::size_t p, const Trace& trace, const auto& depths) {
    out += "found " + std::to_string(p) + " " + std::to_string(depths.size()) + "\n" + text_of(trace);
  };
  options.further = [&](std::size_t p, Trace trace) {
    out += "further " + std::to_string(p) + "\n" + text_of(trace);
    return ++shown[p] < 5;
  };
  Context context;
  const SearchOutcome outcome = ranks == 0 ? search(input.ots(), scope, goals, options, context)
                                           : search_in_parts(input.ots(), scope, goals, options, ranks, context);
  for (const auto& d : outcome.depths) out += std::to_string(d.states) + " " + std::to_string(d.transitions) + "\n";
  for (const Verdict& v : outcome.verdicts) out += text_of(v) + "\n";
  return out + (outcome.exhausted ? "exhausted " : "") + outcome.stopped;
}

void expect_the_same(OtsInput& input, const Scope& scope, const std::vector<Predicate>& goals,
                     std::optional<std::size_t> depth) {
  for (const bool symmetry : {false, true}) {
    const std::string alone = told_by(input, scope, goals, depth, symmetry, 0);
    for (const unsigned ranks : {1u, 2u, 3u, 5u})
      ASSERT_EQ(told_by(input, scope, goals, depth, symmetry, ranks), alone) << ranks << " ranks";
  }
}

TEST(OtsPartition, ExamplesSayTheSame) {
  for (const auto& [name, depth] : {std::pair{"nspk", 4},
                                    {"nslpk", 3},
                                    {"tas", 9},
                                    {"qlock", 6},
                                    {"abp", 5},
                                    {"2pc", 6},
                                    {"flawed", 5},
                                    {"suzuki", 4}}) {
    OtsInput input(read_example(name));
    std::vector<Predicate> goals;
    for (const auto& invariant : input.ots().invariants) goals.push_back(whynot::ots::predicate_of(invariant));
    for (const Scope& scope : input.ots().scopes) {
      SCOPED_TRACE(std::string(name) + " " + scope.name);
      expect_the_same(input, scope, goals, depth);
      expect_the_same(input, scope, {}, depth);
    }
  }
}

TEST(OtsPartition, RandomSpecificationsSayTheSame) {
  for (unsigned seed = 1; seed <= rounds(30); ++seed) {
    const RandomMaps model(seed);
    OtsInput input(model.text());
    SCOPED_TRACE(model.text());
    expect_the_same(input, input.scope("all"), {input.predicate("I")}, 4);
  }
}

TEST(OtsPartition, SharesAreEven) {
  OtsInput input(read_example("nspk"));
  Context context;
  const auto outcome = search_in_parts(input.ots(), input.scope("paper"), {}, {5, false, 1, {}, 0}, 4, context);
  ASSERT_TRUE(outcome.partition);
  EXPECT_EQ(outcome.partition->ranks, 4u);
  EXPECT_LT(outcome.partition->largest_rank_states, outcome.depths.back().states * 27 / 100);
  const double share =
      static_cast<double>(outcome.partition->crossings) / static_cast<double>(outcome.depths.back().transitions);
  EXPECT_NEAR(share, 0.75, 0.01);
}

TEST(OtsPartition, ALimitStopsAllRanks) {
  OtsInput input(read_example("nspk"));
  Context all;
  Context few(all, 2000);
  const auto outcome = search_in_parts(input.ots(), input.scope("paper"), {}, {9, false, 1, {}, 0}, 3, few);
  EXPECT_EQ(outcome.stopped, "effort limit");
  EXPECT_GE(outcome.depths.size(), 2u);
}

}  // namespace
}  // namespace whynot::engine::ots
