// Repeating heads against their definition: a search over whole configurations, from each head that is reached, for the
// same head again by way of a repeat state.
#include "engine/pushdown/infinite/repeating.h"

#include <gtest/gtest.h>

#include <deque>

#include "engine/pushdown/pre_star.h"
#include "model/pds/pds_lasso.h"
#include "support/pushdown_oracle.h"

namespace whynot::engine::pushdown {
namespace {

using oracle::Configuration;
using oracle::Oracle;
using oracle::Problem;

constexpr std::size_t stack_bound = 8, most_configurations = 1'500;

Problem random_liveness(Random& random) {
  Problem p = oracle::random_problem(random);
  for (EfsaState& state : p.efsa.states) state.final = false;
  p.efsa.states[1 + random.below(2)].repeat = true;
  return p;
}

// Breadth first over configurations, each with and without a visit to a repeat state; `found` may end it.
template <class Found>
bool search(const Oracle& oracle, const Efsa& efsa, std::vector<Configuration> starts, Found found) {
  std::set<std::pair<Configuration, bool>> seen;
  std::deque<std::pair<std::pair<Configuration, bool>, std::size_t>> open;
  for (Configuration& start : starts) open.push_back({{std::move(start), false}, 0});
  while (!open.empty() && seen.size() < most_configurations) {
    const auto [node, depth] = std::move(open.front());
    open.pop_front();
    const auto& [at, visited] = node;
    if (at.stack.empty() || at.stack.size() > stack_bound || !seen.insert(node).second) continue;
    if (found(at, visited, depth)) return true;
    const bool visits = visited || efsa.states[oracle.locations[at.control].state].repeat;
    for (const Oracle::Rule& r : oracle.rules) {
      if (r.from != at.control || r.symbol != at.stack[0]) continue;
      Configuration to{r.to, r.push};
      to.stack.insert(to.stack.end(), at.stack.begin() + 1, at.stack.end());
      open.push_back({{std::move(to), visits}, depth + 1});
    }
  }
  return false;
}

// Steps of the shortest lasso within the bounds, over all heads that are reached.
std::optional<std::size_t> shortest_lasso(const Oracle& oracle, const Efsa& efsa) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> stems;
  std::vector<Configuration> starts;
  for (const PdsConfiguration& start : oracle.pds.initial)
    for (std::uint32_t c : oracle.initial_controls) starts.push_back({c, start.stack});
  search(oracle, efsa, starts, [&](const Configuration& at, bool, std::size_t depth) {
    stems.try_emplace({at.control, at.stack[0]}, depth);
    return false;
  });
  std::optional<std::size_t> best;
  for (const auto& [head, stem] : stems)
    search(oracle, efsa, {{head.first, {head.second}}},
           [&, head = head, stem = stem](const Configuration& at, bool visited, std::size_t depth) {
             if (depth == 0 || !visited || at.control != head.first || at.stack[0] != head.second) return false;
             best = std::min(best.value_or(stem + depth), stem + depth);
             return true;
           });
  return best;
}

std::size_t highest_stack(const Pds& pds, const PdsLasso& lasso) {
  PdsRun run;
  run.start(pds.initial[lasso.initial]);
  std::size_t highest = run.stack().size();
  for (const auto* rules : {&lasso.stem, &lasso.loop})
    for (std::uint32_t rule : *rules) {
      EXPECT_TRUE(run.apply(pds.rules[rule]));
      highest = std::max(highest, run.stack().size());
    }
  return highest;
}

struct Searched {
  std::vector<PdsLasso> lassos;

  explicit Searched(const Problem& problem) {
    Context context;
    Product product(problem.pds, problem.efsa);
    Tabulation tabulation(product, true);
    tabulation.add_starts();
    EXPECT_TRUE(tabulation.run(context));
    const Repeating repeating(product, tabulation, context);
    EXPECT_TRUE(repeating.complete());
    for (std::size_t i = 0; i < repeating.components(); ++i) {
      const auto lasso = repeating.lasso(i, context);
      if (!lasso) {
        ADD_FAILURE() << "no lasso";
        continue;
      }
      const auto rules = [&](const std::vector<std::uint32_t>& indices) {
        std::vector<std::uint32_t> result;
        for (std::uint32_t index : indices) result.push_back(product.rule(index).rule);
        return result;
      };
      lassos.push_back({lasso->start.initial, rules(lasso->stem), rules(lasso->loop)});
    }
  }
  std::size_t shortest() const {
    std::size_t best = ~std::size_t{0};
    for (const PdsLasso& lasso : lassos) best = std::min(best, lasso.stem.size() + lasso.loop.size());
    return best;
  }
};

TEST(PushdownRepeating, AgreesWithTheDefinition) {
  Random random(17);
  std::size_t violated = 0, pumping = 0, holds = 0;
  for (int i = 0; i < 250; ++i) {
    const Problem problem = random_liveness(random);
    const Searched engine(problem);
    const Oracle oracle(problem, true);
    const auto expected = shortest_lasso(oracle, problem.efsa);
    (engine.lassos.empty() ? holds : violated) += 1;
    Context context;
    ASSERT_EQ(repeats_by_pre_star(problem.pds, problem.efsa, context), !engine.lassos.empty()) << i;
    if (expected) {
      ASSERT_FALSE(engine.lassos.empty()) << i;
      ASSERT_LE(engine.shortest(), *expected) << i;
    }
    for (const PdsLasso& lasso : engine.lassos) {
      ASSERT_EQ(refuse_lasso(problem.pds, problem.efsa, lasso), std::nullopt) << i;
      pumping += !left_by_loop(problem.pds, lasso).empty();
      // What fits into the oracle's bound, it must have found as well.
      const std::size_t length = lasso.stem.size() + lasso.loop.size();
      const bool within = highest_stack(problem.pds, lasso) <= 4 && length <= 12;
      ASSERT_TRUE(!within || (expected && *expected <= length)) << i;
    }
  }
  EXPECT_GE(violated, 40u);
  EXPECT_GE(pumping, 10u);
  EXPECT_GE(holds, 100u);
}

Problem recursion(const std::string& repeat_at) {
  Problem p;
  p.rule("m", {"f", "m"});
  p.rule("f", {"f", "r"});
  p.rule("f", {});
  p.rule("r", {});
  p.init({"m"});
  p.state("a", true, false);
  p.state("b", false, false);
  p.efsa.states[1].repeat = true;
  for (const std::string at : {"m", "f", "r"})
    p.move("a", at == repeat_at ? "b" : "a", at), p.move("b", at == repeat_at ? "b" : "a", at);
  return p;
}

TEST(PushdownRepeating, LoopsMayLeaveSymbolsOnTheStack) {
  const Problem deeper = recursion("f");
  const Searched found(deeper);
  ASSERT_EQ(found.lassos.size(), 2u);  // round through m, and deeper and deeper
  EXPECT_TRUE(left_by_loop(deeper.pds, found.lassos[0]).empty());
  EXPECT_EQ(left_by_loop(deeper.pds, found.lassos[1]), std::vector<std::uint32_t>{deeper.pds.rules[3].symbol});
  // Returns forever need calls forever: only the loop through m does both.
  const Problem back = recursion("r");
  const Searched round(back);
  ASSERT_EQ(round.lassos.size(), 1u);
  EXPECT_TRUE(left_by_loop(back.pds, round.lassos[0]).empty());
}

TEST(PushdownRepeating, TheCheckRefusesWhatIsNoLasso) {
  const Problem p = recursion("f");  // rules: 0 m -> f m, 1 f -> f r, 2 f -> , 3 r ->
  const auto refusal = [&](const std::vector<std::uint32_t>& stem, const std::vector<std::uint32_t>& loop) {
    return refuse_lasso(p.pds, p.efsa, {0, stem, loop}).value_or("none");
  };
  EXPECT_EQ(refusal({0}, {1}), "none");
  EXPECT_EQ(refusal({0, 2}, {0, 2}), "none");
  EXPECT_EQ(refusal({}, {0, 2}), "none");
  EXPECT_EQ(refusal({0}, {}), "the loop has no step");
  EXPECT_EQ(refusal({1}, {1}), "step 1 does not follow from step 0");
  EXPECT_EQ(refusal({0, 1}, {2, 3, 0}), "step 3 touches what lies below the loop");
  EXPECT_EQ(refusal({0}, {2, 0}), "step 2 touches what lies below the loop");
  EXPECT_EQ(refusal({0}, {1, 2}), "the loop does not come back to where it starts");
  EXPECT_EQ(refuse_lasso(p.pds, recursion("r").efsa, {0, {0}, {1}}), "it does not violate ");
}

}  // namespace
}  // namespace whynot::engine::pushdown
