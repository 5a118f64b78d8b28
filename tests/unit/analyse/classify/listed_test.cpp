// Classes over listed runs: random graphs against brute force over all of their runs.
#include <gtest/gtest.h>

#include "analyse/classify/listed/graph_space.h"
#include "base/random.h"
#include "unit/analyse/classify/judged.h"

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t most_listed_runs = 4'000;

ListedRuns random_runs(Random& random, std::size_t bound) {
  ListedRuns runs;
  runs.graph = std::make_unique<RunGraph>(std::vector<std::string>{"x", "y"}, std::vector<std::string>{"rule", "arg1"});
  const std::size_t nodes = 3 + random.below(6);
  for (std::size_t n = 0; n < nodes; ++n)
    runs.graph->add_node(
        {Value::integer(static_cast<std::int64_t>(random.below(3))), Value::symbol(random.below(2) ? "on" : "off")},
        random.below(4) == 0);
  for (std::uint32_t n = 0; n < 1 + random.below(2); ++n)
    for (Polarity p : {Polarity::Violating, Polarity::Passing}) runs.graph->add_start(n, p);
  for (std::uint32_t n = 0; n < nodes; ++n)
    for (std::size_t e = 0; e < random.below(4); ++e) {
      const Value argument = random.below(3) == 0 ? Value() : Value::symbol(random.below(2) ? "a" : "b");
      runs.graph->add_edge(n, static_cast<std::uint32_t>(random.below(nodes)),
                           {Value::symbol(random.below(2) ? "send" : "take"), argument});
    }
  runs.graph->finish();
  runs.bound = bound;
  runs.lift = [](const Trace& t) { return t; };
  runs.refusal = [](const Trace&, Polarity) { return std::nullopt; };
  return runs;
}

std::vector<Trace> runs_of_graph(const RunGraph& graph, std::size_t bound) {
  std::vector<Trace> found;
  struct Open {
    RunGraph::NodeId start, at;
    std::vector<std::uint32_t> edges;
  };
  std::vector<Open> open;
  for (RunGraph::NodeId n : graph.starts(Polarity::Violating)) open.push_back({n, n, {}});
  for (std::size_t i = 0; i < open.size() && open.size() < most_listed_runs; ++i) {
    const Open from = open[i];
    found.push_back(graph.trace(from.start, from.edges));
    for (std::uint32_t e = 0; from.edges.size() < bound && e < graph.edges_of(from.at).size(); ++e) {
      Open to{from.start, graph.edges_of(from.at)[e].to, from.edges};
      to.edges.push_back(e);
      open.push_back(std::move(to));
    }
  }
  return found;
}

bool violates(const RunGraph& graph, const Trace& t) {
  return std::any_of(t.steps.begin(), t.steps.end(),
                     [&](const Step& s) { return graph.violates(graph.node_of(s.state)); });
}

void check_listed(std::uint64_t seed) {
  Random random(seed);
  const std::size_t bound = 2 + seed % 3;
  const ListedRuns runs = random_runs(random, bound);
  std::vector<Trace> all = runs_of_graph(*runs.graph, bound);
  if (all.size() >= most_listed_runs) return;
  Options options;
  options.mode = seed % 3 == 0 ? Mode::Exact : Mode::UpTo;
  options.keep_going = seed % 4 == 1;
  options.smallest = seed % 7 == 1;
  options.constants = seed % 4 == 2;
  options.certify = true;
  options.tells_end = seed % 2 == 0;
  for (const VariableDecl& v : runs.graph->system().variables)
    if (!runs.graph->system().pool->name_of(v.variable).starts_with('#')) options.vocabulary.push_back(v.variable);
  if (seed % 5 == 2) {
    options.predicates.push_back(same_value(runs.graph->system(), options.vocabulary.front(), true, true));
    options.anchor = 0;
  } else if (seed % 5 == 3) {
    const Expr x = options.vocabulary.front();
    options.predicates = {same_as_at_one(runs.graph->system(), x)};
    if (seed % 3 != 2) options.predicates.push_back(numbered(runs.graph->system(), x, seed % 2 == 0));
  }
  Context context;
  Outcome outcome = classify_listed(runs, options, context);
  const auto* found = std::get_if<Classes>(&outcome.result);
  ASSERT_TRUE(found);
  if (options.mode == Mode::Exact) std::erase_if(all, [&](const Trace& t) { return t.depth() != bound; });
  Judged judged;
  for (const Trace& t : all) (violates(*runs.graph, t) ? judged.violating : judged.passing).push_back(t);
  if (options.anchor)
    std::erase_if(judged.violating, [&](const Trace& t) { return !has_anchor(*outcome.vocabulary, t); });
  check(*outcome.vocabulary, *found, judged);
  EXPECT_EQ(found->doubt, "");
  if (found->insufficient && !found->insufficient->placement.empty())
    check_insufficient(*outcome.vocabulary, *found->insufficient);
}

TEST(ListedClassification, AgreesWithBruteForce) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    check_listed(seed);
    ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed;
  }
}

// 0 -a-> 1 -b-> 0, 1 -c-> 2 (violating): the class of all runs, whatever their length.
TEST(ListedClassification, AnyLengthWhereEverythingIsListed) {
  ListedRuns runs;
  runs.graph = std::make_unique<RunGraph>(std::vector<std::string>{"x"}, std::vector<std::string>{"rule"});
  for (std::int64_t x : {0, 1, 2}) runs.graph->add_node({Value::integer(x)}, x == 2);
  for (Polarity p : {Polarity::Violating, Polarity::Passing}) runs.graph->add_start(0, p);
  runs.graph->add_edge(0, 1, {Value::symbol("a")});
  runs.graph->add_edge(1, 0, {Value::symbol("b")});
  runs.graph->add_edge(1, 2, {Value::symbol("c")});
  runs.graph->finish();
  runs.bound = 3;
  runs.all = true;
  runs.lift = [](const Trace& t) { return t; };
  runs.refusal = [](const Trace&, Polarity) { return std::nullopt; };
  Options options;
  options.mode = Mode::Any;
  options.vocabulary = {runs.graph->system().variables.at(3).variable};
  ASSERT_EQ(runs.graph->system().pool->name_of(options.vocabulary[0]), "rule");
  Context context;
  const Outcome outcome = classify_listed(runs, options, context);
  const Classes& found = std::get<Classes>(outcome.result);
  EXPECT_TRUE(found.unbounded);
  ASSERT_EQ(found.classes.size(), 1u);
  EXPECT_TRUE(found.classes[0].unbounded);
  EXPECT_EQ(constraint_text(*outcome.vocabulary, found.classes[0].constraint), "exists i: rule@i = c");
  EXPECT_FALSE(found.total);
}

}  // namespace
}  // namespace whynot::analyse::classify
