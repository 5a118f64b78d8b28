// The pushdown engine against the oracle: verdicts, distances, and the streamed sets in all modes.
#include <gtest/gtest.h>

#include "engine/pushdown/pre_star.h"
#include "engine/pushdown/stream/stream.h"
#include "support/pushdown_oracle.h"
#include "support/rounds.h"

namespace whynot::engine::pushdown {
namespace {

using oracle::Mode;
using oracle::Oracle;
using oracle::Problem;

struct Engine {
  Context context;
  Product product;
  Tabulation tabulation;
  std::optional<Distances> distances;

  explicit Engine(const Problem& problem, bool through_final = false)
      : product(problem.pds, problem.efsa), tabulation(product, through_final) {
    tabulation.add_starts();
    EXPECT_TRUE(tabulation.run(context));
    distances.emplace(product, tabulation, context);
    EXPECT_TRUE(distances->complete());
  }
  Stream stream(RecursionMode mode, std::optional<std::uint32_t> max_stack = {}) {
    return Stream(product, tabulation, *distances, {mode, max_stack, 4'000'000}, context);
  }
  // As configurations of the oracle.
  oracle::Trace trace(const Run& run, Oracle& with) {
    PdsRun machine;
    machine.start(product.pds().initial[run.start.initial]);
    const auto at = [&](Control c) {
      return oracle::Configuration{with.control(product.efsa_location(c)),
                                   {machine.stack().rbegin(), machine.stack().rend()}};
    };
    oracle::Trace result{at(run.start.control)};
    for (std::uint32_t rule : run.rules) {
      EXPECT_TRUE(machine.apply(product.pds().rules[product.rule(rule).rule]));
      result.push_back(at(product.rule(rule).to));
    }
    return result;
  }
};

constexpr std::pair<RecursionMode, Mode> modes[] = {{RecursionMode::Paper, Mode::Paper},
                                                    {RecursionMode::Distinct, Mode::Distinct},
                                                    {RecursionMode::Complete, Mode::Complete}};

TEST(PushdownEngine, StreamsTheSetsOfTheOracle) {
  Random random(7);
  std::size_t compared = 0, traces = 0;
  for (std::size_t i = 0; i < rounds(700); ++i) {
    const Problem problem = oracle::random_problem(random);
    const bool through = i % 4 == 3;
    Oracle oracle(problem, through);
    Engine engine(problem, through);
    for (const auto& [mode, oracle_mode] : modes) {
      const auto expected = oracle.traces(oracle_mode, 6, 20'000);
      if (!expected) continue;
      Stream stream = engine.stream(mode, 6);
      std::vector<oracle::Trace> got;
      while (auto run = stream.next()) {
        got.push_back(engine.trace(*run, oracle));
        ASSERT_LE(got.size(), expected->size()) << "problem " << i;
      }
      ASSERT_EQ(stream.stopped(), "");
      for (std::size_t k = 1; k < got.size(); ++k) ASSERT_LE(got[k - 1].size(), got[k].size()) << "problem " << i;
      std::sort(got.begin(), got.end(), oracle::shorter);
      ASSERT_EQ(got, *expected) << "problem " << i << " mode " << static_cast<int>(mode);
      ++compared;
      traces += got.size();
    }
  }
  EXPECT_GE(compared, rounds(1500));
  EXPECT_GE(traces, rounds(5000));
}

TEST(PushdownEngine, LooksAtTheClockByWorkNotByTurns) {
  Limits limits;
  limits.time = std::chrono::milliseconds(0);
  Context late(limits);
  Pace pace(late);
  EXPECT_FALSE(pace.should_stop(10));
  EXPECT_TRUE(pace.should_stop(100'000)) << "one turn may be long";
  Context free;
  Pace steady(free);
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(steady.should_stop(100'000));
}

// Erasing `r r` has the same effect as erasing `r`: the call adds nothing to the `r` that the run starts with.
TEST(PushdownEngine, FramesOfTheInitialStackEncloseTheFirstCalls) {
  Problem problem;
  problem.rule("m", {"f", "r"});
  problem.rule("f", {});
  problem.rule("r", {"m"});
  problem.rule("r", {});
  problem.init({"m", "r"});
  problem.state("a", true, false);
  problem.state("bad", false, true);
  problem.move("a", "bad", "f");
  for (const std::string at : {"m", "r"}) problem.move("a", "a", at);
  problem.move("bad", "bad", "*");
  Oracle oracle(problem, false);
  Engine engine(problem);
  for (const auto& [mode, oracle_mode] : modes) {
    const std::size_t expected = mode == RecursionMode::Complete ? 1 : 0;
    ASSERT_EQ(oracle.traces(oracle_mode, 6, 1000)->size(), expected);
    Stream stream = engine.stream(mode, 6);
    EXPECT_EQ(stream.next().has_value(), expected == 1);
  }
}

TEST(PushdownEngine, VerdictsAgreeAndCompleteMissesNoViolation) {
  Random random(11);
  std::size_t violated = 0, paper_misses = 0;
  for (int i = 0; i < 4000; ++i) {
    const Problem problem = oracle::random_problem(random);
    Engine engine(problem);
    const bool reached = !engine.tabulation.final_heads().empty();
    Context context;
    ASSERT_EQ(violated_by_pre_star(problem.pds, problem.efsa, context), reached) << "problem " << i;
    Stream complete = engine.stream(RecursionMode::Complete);
    const auto first = complete.next();
    ASSERT_EQ(first.has_value(), reached) << "problem " << i << " " << complete.stopped();
    violated += reached;
    if (!reached) continue;
    Stream distinct = engine.stream(RecursionMode::Distinct);
    if (!distinct.next()) ++paper_misses;
  }
  EXPECT_GE(violated, 800u);
  RecordProperty("missed_by_distinct", static_cast<int>(paper_misses));
}

TEST(PushdownEngine, DistinctAndCompleteAreFinite) {
  Random random(13);
  std::size_t ended = 0;
  for (int i = 0; i < 400; ++i) {
    const Problem problem = oracle::random_problem(random);
    Engine engine(problem);
    for (RecursionMode mode : {RecursionMode::Distinct, RecursionMode::Complete}) {
      Stream stream = engine.stream(mode);
      std::size_t count = 0;
      while (count < 2000 && stream.next()) ++count;
      ASSERT_EQ(stream.stopped(), "");
      ended += count < 2000;
    }
  }
  EXPECT_GE(ended, 700u);
}

TEST(PushdownEngine, HugeShortestTracesAreViolationsWithoutATrace) {
  Problem p;  // fifty procedures, each calling the next one twice before it may return
  for (int i = 0; i < 50; ++i) {
    const std::string at = fmt::format("p{}", i), next = fmt::format("p{}", i + 1);
    p.rule(at, {next, at + "b"});
    p.rule(at + "b", {next});
  }
  p.rule("p50", {});
  p.rule("m", {"p0", "end"});
  p.rule("end", {"end"});
  p.init({"m"});
  p.state("q", true, false);
  p.state("bad", false, true);
  for (const std::string& s : p.pds.symbols) p.move("q", s == "end" ? "bad" : "q", s);
  Engine engine(p);
  EXPECT_EQ(engine.tabulation.final_heads().size(), 1u);
  Stream stream = engine.stream(RecursionMode::Complete);
  EXPECT_FALSE(stream.next());
  EXPECT_NE(stream.stopped().find("more than"), std::string::npos);
}

}  // namespace
}  // namespace whynot::engine::pushdown
