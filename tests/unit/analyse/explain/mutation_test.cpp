// Proofs that are changed at random must be refused, unless what they say is still right.  What is right is
// told by the explicit semantics of single rules: a mutant that is accepted must have only true goals.
#include "agree/random_model.h"
#include "base/random.h"
#include "unit/analyse/explain/support.h"

namespace whynot::analyse::explain {
namespace {

// One change to a node that is in the tree.
bool mutate(Proof& proof, Random& random, engine::Oracle& oracle) {
  std::vector<NodeId> nodes;
  std::vector<NodeId> open{proof.root};
  while (!open.empty()) {
    nodes.push_back(open.back());
    open.pop_back();
    for (const NodeId p : proof.at(nodes.back()).premises) open.push_back(p);
  }
  Node& n = proof.nodes[nodes[random.below(nodes.size())]];
  switch (random.below(7)) {
    case 0: {
      const Rule before = n.rule;
      n.rule = static_cast<Rule>(1 + random.below(static_cast<std::size_t>(Rule::AGNow)));
      return n.rule != before;
    }
    case 1:
      if (n.premises.empty()) return false;
      n.premises.erase(n.premises.begin() + static_cast<std::ptrdiff_t>(random.below(n.premises.size())));
      return true;
    case 2: {
      if (!n.goal.state) return false;
      const auto other = oracle.pick(oracle.subtract(oracle.reachable(), oracle.only(*n.goal.state)));
      if (!other) return false;
      n.goal.state = *other;
      return true;
    }
    case 3:
      if (!n.goal.set) return false;
      n.goal.set = proof.pool().boolean(random.chance(50));
      return true;
    case 4: {
      const Expr other = proof.at(nodes[random.below(nodes.size())]).goal.formula;
      if (other == n.goal.formula) return false;
      n.goal.formula = other;
      return true;
    }
    case 5:
      if (!n.closed) return false;
      n.closed = proof.pool().boolean(random.chance(50));
      return true;
    default:
      if (!n.bound) return false;
      *n.bound += random.chance(50) ? 1 : 2;
      return true;
  }
}

TEST(Mutation, WhatIsNoLongerValidIsRefused) {
  Random random(7);
  std::size_t tried = 0, refused = 0;
  for (std::uint64_t seed = 500; seed < 560; ++seed) {
    agree::Shape shape;
    shape.properties = 4;
    Loaded loaded(agree::random_model(seed, shape));
    if (!loaded.program) continue;
    for (const Property& property : loaded.program->properties) {
      if (!property.is_ctl()) continue;
      Builder builder(loaded.program->system, *loaded.oracle, loaded.context);
      ASSERT_TRUE(builder.start(property));
      expand_all(builder, 300);
      for (int i = 0; i < 12; ++i) {
        Proof mutant = builder.proof();
        if (!mutate(mutant, random, *loaded.oracle)) continue;
        ++tried;
        Checker checker(loaded.program->system, *loaded.stepper, loaded.context);
        if (checker.check(mutant, property.formula)) {
          ++refused;
          continue;
        }
        // Accepted: then every goal of it must be true.
        std::vector<NodeId> open{mutant.root};
        while (!open.empty()) {
          const Node& n = mutant.at(open.back());
          open.pop_back();
          open.insert(open.end(), n.premises.begin(), n.premises.end());
          if (n.rule == Rule::Open) continue;
          const auto place = n.goal.state ? loaded.oracle->only(*n.goal.state) : loaded.oracle->states_of(n.goal.set);
          const bool initial = n.rule == Rule::Initial;
          const auto counted = initial ? loaded.oracle->intersect(place, loaded.oracle->fair()) : place;
          EXPECT_TRUE(loaded.oracle->is_subset(counted, loaded.oracle->states_of(n.goal.formula)))
              << "seed " << seed << ": " << loaded.text(n.goal.formula) << " was accepted by " << rule_name(n.rule);
        }
      }
    }
  }
  EXPECT_GT(tried, 300u);
  EXPECT_GT(refused, tried / 2);
}

}  // namespace
}  // namespace whynot::analyse::explain
