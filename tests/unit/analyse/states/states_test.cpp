// Graphs of random explicit models, compared with what a plain walk over their tables finds.
#include "analyse/states/states.h"

#include <gtest/gtest.h>

#include <set>

#include "base/random.h"

namespace whynot::analyse::states {
namespace {

using Pair = std::pair<std::size_t, std::size_t>;

// States are numbers with a column for the number and one for its class.
class Table final : public Stepper {
 public:
  std::vector<std::size_t> starts;
  std::vector<std::vector<std::size_t>> next;
  std::size_t classes = 3;

  Table() : signature_(std::make_shared<Signature>()) {
    auto made = std::make_shared<Signature>();
    made->columns = {{"n", {}, {}}, {"class", {}, {}}};
    signature_ = made;
  }
  State state(std::size_t n) const {
    return {Value::integer(static_cast<std::int64_t>(n)), Value::integer(static_cast<std::int64_t>(n % classes))};
  }
  std::size_t number(const State& state) const { return std::stoul(state[0].to_string()); }

  std::shared_ptr<const Signature> signature() const override { return signature_; }
  bool is_initial(const State&) const override { return true; }
  bool is_step(const State&, const Inputs&, const SharedAction&, const State&) const override { return true; }
  bool initial(Context&, const std::function<bool(State)>& found, Random*) const override {
    for (const std::size_t n : starts)
      if (!found(state(n))) return true;
    return true;
  }
  bool successors(const State& from, Context&, const std::function<bool(Successor)>& found, Random*) const override {
    for (const std::size_t n : next[number(from)])
      if (!found({{}, std::nullopt, state(n)})) return true;
    return true;
  }

 private:
  std::shared_ptr<const Signature> signature_;
};

Table random_table(Random& random, std::size_t size) {
  Table table;
  table.next.resize(size);
  for (auto& list : table.next)
    for (std::size_t i = random.below(4); i > 0; --i) list.push_back(random.below(size));
  for (std::size_t i = 1 + random.below(2); i > 0; --i) table.starts.push_back(random.below(size));
  return table;
}

struct Reached {
  std::set<std::size_t> states;
  std::set<Pair> steps;
};

Reached walk(const Table& table) {
  Reached reached;
  std::vector<std::size_t> todo = table.starts;
  while (!todo.empty()) {
    const std::size_t at = todo.back();
    todo.pop_back();
    if (!reached.states.insert(at).second) continue;
    for (const std::size_t to : table.next[at]) {
      reached.steps.insert({at, to});
      todo.push_back(to);
    }
  }
  return reached;
}

Trace random_run(Random& random, const Table& table, std::size_t most) {
  Trace trace;
  trace.signature = table.signature();
  std::size_t at = table.starts[random.below(table.starts.size())];
  trace.steps.push_back({table.state(at), {}, {}});
  while (trace.steps.size() < most && !table.next[at].empty()) {
    at = table.next[at][random.below(table.next[at].size())];
    trace.steps.push_back({table.state(at), {}, {}});
  }
  return trace;
}

TEST(States, AllOfThemWhereTheyAreFew) {
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    const Table table = random_table(random, 1 + random.below(20));
    Context context;
    const Graph graph = reach(table, {}, context);
    const Reached reached = walk(table);
    ASSERT_TRUE(graph.whole);
    ASSERT_EQ(graph.states, reached.states.size());
    std::set<std::size_t> states, starts;
    std::set<Pair> steps;
    for (const Node& node : graph.nodes) {
      states.insert(table.number(node.state));
      if (node.initial) starts.insert(table.number(node.state));
      EXPECT_FALSE(node.open);
    }
    for (const Edge& edge : graph.edges)
      steps.insert({table.number(graph.nodes[edge.from].state), table.number(graph.nodes[edge.to].state)});
    EXPECT_EQ(states, reached.states);
    EXPECT_EQ(steps, reached.steps);
    EXPECT_EQ(steps.size(), graph.edges.size());
    EXPECT_EQ(starts, std::set<std::size_t>(table.starts.begin(), table.starts.end()));
  }
}

TEST(States, GroupsAgreeInTheirColumns) {
  Random random(2);
  for (int round = 0; round < 200; ++round) {
    const Table table = random_table(random, 1 + random.below(40));
    Context context;
    const Graph graph = reach(table, {.by = {1}}, context);
    const Reached reached = walk(table);
    std::set<Pair> steps, wanted;
    std::size_t states = 0;
    for (const Edge& edge : graph.edges)
      steps.insert({std::stoul(graph.nodes[edge.from].state[0].to_string()),
                    std::stoul(graph.nodes[edge.to].state[0].to_string())});
    for (const auto& [from, to] : reached.steps) wanted.insert({from % table.classes, to % table.classes});
    for (const Node& node : graph.nodes) states += node.states;
    EXPECT_TRUE(graph.whole);
    EXPECT_EQ(steps, wanted);
    EXPECT_EQ(states, reached.states.size());
  }
}

// A graph that does not hold everything holds the run, claims no step that is none, and says where more follow.
TEST(States, AroundTheRunWhereTheyAreMany) {
  Random random(3);
  std::size_t cut = 0;
  for (int round = 0; round < 200; ++round) {
    const Table table = random_table(random, 60);
    const Trace run = random_run(random, table, 6);
    Context context;
    const Graph graph = reach(table, {.most = 8, .run = &run}, context);
    const Reached reached = walk(table);
    ASSERT_EQ(graph.run.size(), run.steps.size());
    for (std::size_t i = 0; i < run.steps.size(); ++i) EXPECT_EQ(graph.nodes[graph.run[i]].state, run.steps[i].state);
    EXPECT_EQ(graph.whole, reached.states.size() <= 8);
    EXPECT_LE(graph.nodes.size(), 8u);
    std::vector<std::set<std::size_t>> out(graph.nodes.size());
    for (const Edge& edge : graph.edges) {
      const std::size_t from = table.number(graph.nodes[edge.from].state),
                        to = table.number(graph.nodes[edge.to].state);
      EXPECT_TRUE(reached.steps.contains({from, to}));
      out[edge.from].insert(to);
    }
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      const auto& next = table.next[table.number(graph.nodes[i].state)];
      EXPECT_EQ(graph.nodes[i].open, out[i] != std::set<std::size_t>(next.begin(), next.end()));
    }
    cut += !graph.whole;
  }
  EXPECT_GT(cut, 50u);
}

TEST(States, AStopLeavesWhatThereIs) {
  Random random(4);
  const Table table = random_table(random, 40);
  Context context;
  context.request_stop(Stop::Interrupted);
  const Graph graph = reach(table, {}, context);
  EXPECT_FALSE(graph.whole);
  for (const Node& node : graph.nodes) EXPECT_TRUE(node.open);
}

}  // namespace
}  // namespace whynot::analyse::states
