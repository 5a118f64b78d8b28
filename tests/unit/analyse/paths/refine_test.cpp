// What an edited policy makes of the counterexamples, against a table walk that shares nothing with the comparison.
#include "analyse/paths/refine.h"

#include <gtest/gtest.h>

#include "support/pushdown_oracle.h"
#include "support/pushdown_text.h"

namespace whynot {
namespace {

using analyse::paths::PathsDifference;
using analyse::paths::PathsFinding;
using analyse::paths::PathsOptions;
using test::pushdown_text;

PathsOptions with_runs(std::optional<std::size_t> limit = {}) {
  PathsOptions options;
  options.keep_runs = true;
  options.limit = limit;
  return options;
}

// The problem's automaton over the points that a run leaves, by names: its events are `at_POINT`.
bool violates(const oracle::Problem& problem, const std::vector<std::string>& points) {
  std::set<std::uint32_t> at;
  for (std::uint32_t s = 0; s < problem.efsa.states.size(); ++s)
    if (problem.efsa.states[s].initial) at.insert(s);
  for (const std::string& point : points) {
    std::set<std::uint32_t> next;
    for (const EfsaTransition& t : problem.efsa.transitions)
      if (at.contains(t.from) && !problem.efsa.states[t.from].final &&
          (t.trigger == EfsaTransition::Trigger::Any || t.event == "at_" + point))
        next.insert(t.to);
    at = std::move(next);
  }
  return std::any_of(at.begin(), at.end(), [&](std::uint32_t s) { return problem.efsa.states[s].final; });
}

std::vector<std::string> points_of(const Pds& pds, const PdsLasso& run) {
  std::vector<std::string> points;
  for (std::uint32_t rule : run.stem) points.push_back(pds.symbols[pds.rules[rule].symbol]);
  return points;
}

// The same program with its rules and symbols in another order.
Pds backwards(const Pds& pds) {
  Pds result = pds;
  const auto there = [&](std::uint32_t symbol) { return static_cast<std::uint32_t>(pds.symbols.size() - 1 - symbol); };
  std::reverse(result.symbols.begin(), result.symbols.end());
  std::reverse(result.rules.begin(), result.rules.end());
  for (PdsRule& rule : result.rules) {
    rule.symbol = there(rule.symbol);
    for (std::uint32_t& symbol : rule.push) symbol = there(symbol);
  }
  for (PdsConfiguration& initial : result.initial)
    for (std::uint32_t& symbol : initial.stack) symbol = there(symbol);
  return result;
}

TEST(Refine, AgreesWithATableWalk) {
  Random random(77);
  std::size_t gone = 0, remaining = 0, added = 0;
  for (int i = 0; i < 300; ++i) {
    const oracle::Problem old = oracle::random_problem(random);
    oracle::Problem edited = old;
    for (EfsaTransition& t : edited.efsa.transitions)
      if (random.chance(10)) t.to = static_cast<std::uint32_t>(random.below(3));
    const Pds system = backwards(old.pds);
    Context context;
    const PathsOptions options = with_runs(random.chance(30) ? 3 : 200);
    const PathsFinding before = analyse::paths::run_paths(old.pds, old.efsa, options, context);
    const PathsFinding after = analyse::paths::run_paths(system, edited.efsa, options, context);
    ASSERT_EQ(before.runs.size(), before.count);
    const PathsDifference found =
        analyse::paths::compare_paths({old.pds, old.efsa, before}, {system, edited.efsa, after}, false);
    PathsDifference expected;
    for (std::size_t r = 0; r < before.runs.size(); ++r)
      (violates(edited, points_of(old.pds, before.runs[r].steps)) ? expected.remaining : expected.gone).push_back(r);
    for (std::size_t r = 0; r < after.runs.size(); ++r)
      if (!violates(old, points_of(system, after.runs[r].steps))) expected.added.push_back(r);
    ASSERT_EQ(found.gone, expected.gone) << i;
    ASSERT_EQ(found.remaining, expected.remaining) << i;
    ASSERT_EQ(found.added, expected.added) << i;
    gone += found.gone.size();
    remaining += found.remaining.size();
    added += found.added.size();
  }
  EXPECT_GE(std::min({gone, remaining, added}), 100u);
}

// Without their traces, all runs are still compared, not only the groups' representatives.
TEST(Refine, RunsAreKeptWithoutTheirTraces) {
  const auto text = pushdown_text({R"(pds m
init <a>
a -> b; a -> c
b -> d; c -> d
d -> e @ bad
e -> e
property p
state q initial; state f final
q -> f on bad
q -> q else
)"});
  PathsOptions options = with_runs();
  options.keep_traces = false;
  const PathsFinding found = text->paths("p", options);
  EXPECT_EQ(found.traces.size(), 1u);
  ASSERT_EQ(found.runs.size(), 2u);
  EXPECT_EQ(found.runs[1].group, 0u);
  const analyse::paths::PathsSide side{text->input->pds, text->property("p"), found};
  EXPECT_EQ(analyse::paths::compare_paths(side, side, false).remaining.size(), 2u);
}

// Two steps that an event map told apart, and another takes as one: both have become that one.
TEST(Refine, StepsThatOnlyEventsTellApart) {
  const std::string program = "pds m\ninit <a>\na -> b @ x\na -> b @ y\nb -> b\n";
  const auto old =
      pushdown_text({program + "property p\nstate q initial; state f final\nq -> f on x | y\nq -> q else\n"});
  const auto edited =
      pushdown_text({program + "events e\nmap z <- call x | call y\nproperty p\nstate q initial; state f "
                               "final\nq -> f on z\nq -> q else\n"});
  const PathsFinding before = old->paths("p", with_runs()), after = edited->paths("p", with_runs());
  ASSERT_EQ(before.count, 2u);
  ASSERT_EQ(after.count, 1u);
  const auto found = analyse::paths::compare_paths({old->input->pds, old->property("p"), before},
                                                   {edited->input->pds, edited->property("p"), after}, false);
  EXPECT_EQ(found.remaining.size(), 2u);
  EXPECT_TRUE(found.added.empty());
}

// A mended program: a run that it does not have is gone, one that it has in addition is new.
TEST(Refine, ProgramsMayDiffer) {
  const std::string policy = "property p\nstate q initial; state f final\nq -> f on bad\nq -> q else\n";
  const auto old = pushdown_text({"pds m\ninit <a>\na -> b\na -> c\nb -> d @ bad\nc -> d @ bad\nd -> d\n" + policy});
  const auto edited = pushdown_text({"pds m\ninit <a>\na -> c\na -> e\nc -> d @ bad\ne -> d @ bad\nd -> d\n" + policy});
  const PathsFinding before = old->paths("p", with_runs()), after = edited->paths("p", with_runs());
  const auto found = analyse::paths::compare_paths({old->input->pds, old->property("p"), before},
                                                   {edited->input->pds, edited->property("p"), after}, false);
  EXPECT_EQ(found.gone.size(), 1u);
  EXPECT_EQ(found.remaining.size(), 1u);
  EXPECT_EQ(found.added.size(), 1u);
}

}  // namespace
}  // namespace whynot
