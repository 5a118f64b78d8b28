// Relations made functions, against enumeration: whatever is chosen satisfies the relation, and all that satisfies it
// can be chosen.
#include <gtest/gtest.h>

#include <set>

#include "base/random.h"
#include "engine/ic3/choices.h"
#include "support/rounds.h"

namespace whynot::engine::ic3 {
namespace {

using solve::Aig;
using solve::Lit;

constexpr std::size_t state_bits = 4, open_bits = 5;

class RandomRelation {
 public:
  explicit RandomRelation(std::uint64_t seed) : random_(seed) {
    for (std::size_t i = 0; i < state_bits; ++i) state_.push_back(graph_.input());
    for (std::size_t i = 0; i < open_bits; ++i) open_.push_back(graph_.input());
    const std::size_t count = 1 + random_.below(5);
    for (std::size_t i = 0; i < count; ++i) conditions_.push_back(condition());
  }

  Lit over(const std::vector<Lit>& bits, int depth) {
    if (depth == 0) return bits[random_.below(bits.size())] ^ random_.chance(50);
    const Lit a = over(bits, depth - 1), b = over(bits, depth - 1);
    return random_.chance(50) ? graph_.and_(a, b) : graph_.xor_(a, b);
  }
  std::vector<std::uint32_t> open_nodes() const {
    std::vector<std::uint32_t> nodes;
    for (Lit l : open_) nodes.push_back(l.node());
    return nodes;
  }
  std::vector<bool> values(std::size_t state, std::size_t next) const {
    return evaluate(graph_, [&](std::uint32_t n) {
      return n <= state_bits ? (state >> (n - 1) & 1) != 0 : (next >> (n - 1 - state_bits) & 1) != 0;
    });
  }

  Aig graph_;
  std::vector<Lit> state_, open_, conditions_;

 private:
  // Of the shapes that models have: guarded, by cases, several at once.
  Lit condition() {
    const Lit guard = over(state_, 2);
    const auto some = [&] {
      std::vector<Lit> mixed = state_;
      mixed.push_back(open_[random_.below(open_.size())]);
      mixed.push_back(open_[random_.below(open_.size())]);
      return over(mixed, 2);
    };
    switch (random_.below(4)) {
      case 0: return some();
      case 1: return graph_.implies(guard, graph_.and_(some(), some()));
      case 2: return graph_.ite(guard, some(), graph_.and_(some(), some()));
      default: return graph_.iff(open_[random_.below(open_.size())], guard);
    }
  }

  Random random_;
};

bool all_true(const std::vector<Lit>& literals, const std::vector<bool>& values) {
  for (Lit l : literals)
    if (values[l.node()] == l.complemented()) return false;
  return true;
}

TEST(Choices, TakeOnExactlyWhatTheRelationAllows) {
  std::size_t functions = 0;
  for (std::uint64_t seed = 1; seed <= rounds(300); ++seed) {
    SCOPED_TRACE(seed);
    RandomRelation relation(seed);
    Context context;
    Choices choices(relation.graph_, relation.open_nodes(), {}, relation.conditions_, context);
    std::vector<Lit> becomes;
    for (Lit l : relation.open_) becomes.push_back(choices.apply(l));
    functions += becomes != relation.open_;
    for (std::size_t state = 0; state < 1u << state_bits; ++state) {
      std::set<std::size_t> allowed, chosen;
      for (std::size_t next = 0; next < 1u << open_bits; ++next) {
        const std::vector<bool> values = relation.values(state, next);
        if (all_true(relation.conditions_, values)) allowed.insert(next);
        if (!all_true(choices.conditions(), values)) continue;
        std::size_t made = 0;
        for (std::size_t i = 0; i < open_bits; ++i)
          made |= std::size_t{values[becomes[i].node()] != becomes[i].complemented()} << i;
        chosen.insert(made);
      }
      ASSERT_EQ(chosen, allowed);
    }
  }
  EXPECT_GT(functions, rounds(300) / 2);
}

// Guards that exclude each other leave nothing to satisfy.
TEST(Choices, AlwaysPossibleOnesAreNoCondition) {
  Aig graph;
  const Lit turn = graph.input(), x = graph.input(), y = graph.input(), next_x = graph.input(), next_y = graph.input();
  const Lit write = graph.and_(graph.iff(next_x, y), graph.iff(next_y, y));
  const Lit hold = graph.and_(graph.iff(next_x, x), graph.iff(next_y, y));
  const std::vector<Lit> conditions{graph.and_(graph.implies(turn, write), graph.implies(!turn, hold))};
  Context context;
  Choices choices(graph, {next_x.node(), next_y.node()}, {}, conditions, context);
  EXPECT_TRUE(choices.conditions().empty());
  EXPECT_NE(choices.apply(next_x), next_x);
}

}  // namespace
}  // namespace whynot::engine::ic3
