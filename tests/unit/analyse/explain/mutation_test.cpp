// Proofs that are changed at random must be refused, unless what they say is still right.  What is right is
// told by the graph of all states, which shares nothing with the diagrams that proofs are built from nor with the
// circuits that they are checked by: a mutant that is accepted must have only true goals.
#include <map>

#include "agree/random_model.h"
#include "analyse/explain/strategy/strategies.h"
#include "base/random.h"
#include "engine/explicit/graph.h"
#include "engine/explicit/labelling.h"
#include "model/state_hash.h"
#include "unit/analyse/explain/support.h"

namespace whynot::analyse::explain {
namespace {

Rule random_rule(Random& random) { return static_cast<Rule>(1 + random.below(static_cast<std::size_t>(Rule::AGNow))); }

Expr random_set(const Proof& proof, Random& random) { return proof.pool().boolean(random.chance(50)); }

State random_state(Random& random, engine::Oracle& oracle, const State& otherwise) {
  StateSet left = oracle.subtract(oracle.reachable(), oracle.only(otherwise));
  State found = otherwise;
  for (std::size_t i = random.below(4) + 1; i > 0; --i)
    if (const auto s = oracle.pick(left)) {
      found = *s;
      left = oracle.subtract(left, oracle.only(*s));
    }
  return found;
}

// A set that is one state smaller: a part that leaves something out, a step that some state cannot take.
Expr without_one(Expr set, const Proof& proof, engine::Oracle& oracle) {
  const StateSet all = oracle.states_of(proof.pool().and_(proof.reachable, set));
  const auto state = oracle.pick(all);
  return state ? oracle.describe(oracle.subtract(all, oracle.only(*state))) : set;
}

// The states of a model, listed: what is true where.
class Listed {
 public:
  using States = std::vector<bool>;
  explicit Listed(Loaded& loaded)
      : graph_(*engine::explore(*loaded.stepper, loaded.context, 1'000'000, reason_)),
        labelling_(loaded.program->system, graph_) {
    for (std::uint32_t i = 0; i < graph_.size(); ++i) numbers_.emplace(graph_.states[i], i);
  }

  // Where a goal is said to hold; a state that cannot be reached is none.
  States place_of(const Node& n) {
    if (!n.goal.state) return labelling_.states_of(n.goal.set);
    States only(graph_.size(), false);
    const auto found = numbers_.find(*n.goal.state);
    EXPECT_TRUE(found != numbers_.end()) << "a state that cannot be reached";
    if (found != numbers_.end()) only[found->second] = true;
    return only;
  }

  // Whether the goal is true where it is said to be; of the first rule, in the states that begin a run.
  bool is_true(const Node& n) {
    const States place = place_of(n), truth = labelling_.states_of(n.goal.formula);
    for (std::size_t i = 0; i < graph_.size(); ++i)
      if (place[i] && !truth[i] && (n.rule != Rule::Initial || labelling_.fair()[i])) return false;
    return true;
  }

  // Whether the parts of a set that a rule over it has are all of it, and each state has a step to what comes next.
  bool covers(const Proof& proof, const Node& n) {
    if (n.premises.empty() || (!takes_step(n.rule) && n.rule != Rule::Or)) return true;
    States parts(graph_.size(), false);
    for (const NodeId p : takes_step(n.rule) ? std::vector<NodeId>{n.premises.back()} : n.premises) {
      const States part = place_of(proof.at(p));
      for (std::size_t i = 0; i < parts.size(); ++i) parts[i] = parts[i] || part[i];
    }
    const States all = place_of(n);
    for (std::size_t i = 0; i < graph_.size(); ++i)
      if (all[i] && !(takes_step(n.rule) ? has_step(i, parts) : parts[i])) return false;
    return true;
  }

 private:
  bool has_step(std::size_t from, const States& into) const {
    const auto& edges = graph_.edges[from];
    return std::any_of(edges.begin(), edges.end(), [&](const engine::Edge& e) { return into[e.to]; });
  }

  std::string reason_;
  engine::Graph graph_;
  engine::Labelling labelling_;
  std::unordered_map<State, std::uint32_t, StateHash> numbers_;
};

// One change to what a node says besides its goal.
void mutate_certificate(Node& n, const Proof& proof, Random& random, engine::Oracle& oracle) {
  if (n.closed && random.chance(50)) n.closed = random_set(proof, random);
  if (n.bound && random.chance(50)) *n.bound += 1 + random.below(2);
  if (n.after && random.chance(50)) n.after = random_state(random, oracle, *n.after);
  if (!n.inputs.empty() && random.chance(50)) n.inputs.pop_back();
  if (!n.step.empty() && random.chance(50)) n.step[random.below(n.step.size())].value = random_set(proof, random);
  if (n.layers.empty()) return;
  Layer& layer = n.layers[random.below(n.layers.size())];
  switch (random.below(5)) {
    case 0: layer.set = random_set(proof, random); break;
    case 1: layer.justice = layer.justice ? std::nullopt : std::optional<std::size_t>(random.below(3)); break;
    case 2: n.layers.erase(n.layers.begin() + static_cast<std::ptrdiff_t>(random.below(n.layers.size()))); break;
    case 3: std::swap(layer, n.layers.back()); break;
    default:
      if (!layer.step.empty()) layer.step.pop_back();
  }
}

// One change to a node that is in the tree, or to what all of it rests on; gives the rule that was there.
Rule mutate(Proof& proof, Random& random, engine::Oracle& oracle) {
  std::vector<NodeId> nodes{proof.root};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto& premises = proof.at(nodes[i]).premises;
    nodes.insert(nodes.end(), premises.begin(), premises.end());
  }
  Node& n = proof.nodes[nodes[random.below(nodes.size())]];
  const Rule before = n.rule;
  switch (random.below(11)) {
    case 9:
      if (n.goal.set) n.goal.set = without_one(n.goal.set, proof, oracle);
      break;
    case 0: n.rule = random_rule(random); break;
    case 1:
      if (!n.premises.empty())
        n.premises.erase(n.premises.begin() + static_cast<std::ptrdiff_t>(random.below(n.premises.size())));
      break;
    case 2:
      if (n.goal.state) n.goal.state = random_state(random, oracle, *n.goal.state);
      break;
    case 3:
      if (n.goal.set) n.goal.set = random_set(proof, random);
      break;
    case 4: n.goal.formula = proof.at(nodes[random.below(nodes.size())]).goal.formula; break;
    case 5:
      if (n.premises.size() > 1) std::swap(n.premises.front(), n.premises.back());
      break;
    case 6:
      if (proof.reachable) proof.reachable = random_set(proof, random);
      break;
    case 7: proof.always_fair = true; break;
    case 8:
      if (!proof.step.empty()) proof.step.erase(proof.step.begin());
      break;
    default: mutate_certificate(n, proof, random, oracle);
  }
  return before;
}

// A disjunction whose sides hold in parts of a set: random ones hardly ever do.
const char* const sides =
    "MODULE main VAR x : 0..4; ASSIGN init(x) := {0, 2}; next(x) := case x < 2 : {0, 1}; x < 4 : x + 1; TRUE : 2; "
    "esac;\n"
    "CTLSPEC AG (AG x < 2 | EF x = 4)\nCTLSPEC AG (AF x = 4 | EX x < 2)\nCTLSPEC AG (EF x = 4 | EX x < 2)\n"
    "CTLSPEC EX EX TRUE\nCTLSPEC ABG 1..2 (x < 5 | EX TRUE)\nCTLSPEC AG (EF x = 3 | EF x = 4 | EF x = 1)\n";

// By default, by chance, or all at once: proofs of other shapes.
Strategies strategies_for(std::uint64_t seed, const TransitionSystem& system) {
  StrategyError error;
  static constexpr const char* words[] = {"", "random", "largest", "smallest"};
  const std::string chosen = words[seed % 4];
  if (chosen.empty()) return {};
  return std::move(*read_strategies(chosen, {system, [](const std::string&) { return Expr(); }}, error));
}

TEST(Mutation, WhatIsNoLongerValidIsRefused) {
  Random random(7);
  std::size_t tried = 0, refused = 0;
  std::map<Rule, std::size_t> refused_of;
  for (std::uint64_t seed = 500; seed < 700; ++seed) {
    agree::Shape shape;
    shape.properties = 4;
    Loaded loaded(seed < 510 ? sides : agree::random_model(seed, shape));
    if (!loaded.program) continue;
    Listed listed(loaded);
    for (const Property& property : loaded.program->properties) {
      if (!property.is_ctl()) continue;
      Builder builder(loaded.program->system, *loaded.oracle, loaded.context);
      builder.use(strategies_for(seed, loaded.program->system));
      ASSERT_TRUE(builder.start(property));
      expand_all(builder, 300);
      Checker who_knows(loaded.program->system, *loaded.stepper, loaded.context);
      EXPECT_FALSE(who_knows.check(builder.proof(), property.formula));
      for (int i = 0; i < 12; ++i) {
        Proof mutant = builder.proof();
        const Rule rule = mutate(mutant, random, *loaded.oracle);
        ++tried;
        Checker checker(loaded.program->system, *loaded.stepper, loaded.context);
        const bool no = checker.check(mutant, property.formula).has_value();
        EXPECT_EQ(who_knows.check(mutant, property.formula).has_value(), no) << "seed " << seed;
        if (no) {
          ++refused;
          ++refused_of[rule];
          continue;
        }
        // Accepted: then every goal of it must be true.
        std::vector<NodeId> open{mutant.root};
        while (!open.empty()) {
          const Node& n = mutant.at(open.back());
          open.pop_back();
          open.insert(open.end(), n.premises.begin(), n.premises.end());
          if (n.rule == Rule::Open) continue;
          EXPECT_TRUE(listed.covers(mutant, n)) << "seed " << seed << ": " << rule_name(n.rule);
          EXPECT_TRUE(listed.is_true(n)) << "seed " << seed << ": " << loaded.text(n.goal.formula)
                                         << " was accepted by " << rule_name(n.rule);
        }
      }
    }
  }
  EXPECT_GT(tried, 300u);
  EXPECT_GT(refused, tried / 4);
  for (auto rule = static_cast<std::size_t>(Rule::Initial); rule <= static_cast<std::size_t>(Rule::AGNow); ++rule)
    EXPECT_GT(refused_of[static_cast<Rule>(rule)], 0u) << rule_name(static_cast<Rule>(rule));
}

// What is called true whatever the model does is so in every model that is tried.
TEST(Mutation, WhatIsValidByItselfIsTrue) {
  std::size_t accepted = 0, refused = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    agree::Shape shape;
    shape.properties = 2;
    Loaded loaded(agree::random_model(seed, shape));
    if (!loaded.program) continue;
    Listed listed(loaded);
    for (const char* formula : {"EX TRUE",
                                "AX TRUE",
                                "AX FALSE",
                                "EG TRUE",
                                "EF TRUE",
                                "AF TRUE",
                                "AF FALSE",
                                "AG EX TRUE",
                                "AG EG TRUE",
                                "AX EX TRUE",
                                "EX AX FALSE",
                                "AG (AX FALSE | EX TRUE)",
                                "AX (EX TRUE & EG TRUE)",
                                "EX TRUE | AF FALSE",
                                "EG TRUE | AX FALSE",
                                "E [FALSE U TRUE]",
                                "A [FALSE U TRUE]",
                                "AG E [FALSE U EX TRUE]",
                                "ABF 0..2 TRUE",
                                "ABF 1..2 TRUE",
                                "EBF 1..2 TRUE",
                                "EBG 0..3 TRUE",
                                "AX EBG 0..3 TRUE",
                                "AX ABF 1..2 EX TRUE"}) {
      const Property property = loaded.property(formula, PropertyKind::Ctl);
      Builder builder(loaded.program->system, *loaded.oracle, loaded.context);
      ASSERT_TRUE(builder.start(property));
      builder.expand(builder.proof().root);
      Proof proof = builder.proof();
      std::vector<NodeId> claimed = proof.at(proof.root).premises;
      if (claimed.empty()) claimed.push_back(proof.root);
      for (const NodeId id : claimed) {
        proof.nodes[id].rule = Rule::Valid;
        proof.nodes[id].premises.clear();
      }
      Checker checker(loaded.program->system, *loaded.stepper, loaded.context);
      const bool passes = !checker.check(proof, property.formula);
      ++(passes ? accepted : refused);
      for (const NodeId id : claimed) EXPECT_LE(passes, listed.is_true(proof.at(id))) << formula << ", seed " << seed;
    }
  }
  EXPECT_GT(accepted, 100u);
  EXPECT_GT(refused, 100u);
}

}  // namespace
}  // namespace whynot::analyse::explain
