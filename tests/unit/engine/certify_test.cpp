// Certificates against the reachable states listed by the Stepper: what is accepted is true, what the engines
// give is accepted, and what lacks a reachable state is refused.
#include "engine/certify.h"

#include <gtest/gtest.h>

#include <set>

#include "encode/code.h"
#include "engine/engine.h"
#include "model/stepper.h"
#include "model/truth.h"
#include "unit/engine/random_system.h"

namespace whynot::engine {
namespace {

using whynot::testing::RandomSystem;

std::vector<State> reachable_states(const TransitionSystem& system) {
  const auto stepper = make_stepper(system);
  Context context;
  std::set<State> seen;
  std::vector<State> states;
  const auto reach = [&](const State& s) {
    if (seen.insert(s).second) states.push_back(s);
    return true;
  };
  stepper->initial(context, reach);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const State from = states[i];
    stepper->successors(from, context, [&](Successor next) { return reach(next.state); });
  }
  return states;
}

bool holds_in_all(const TransitionSystem& system, Expr invariant, const std::vector<State>& states) {
  const auto signature = make_stepper(system)->signature();
  for (const State& state : states) {
    Trace trace;
    trace.signature = signature;
    trace.steps.push_back({state, {}, {}});
    if (TraceTruth(system, trace, invariant).at(invariant, 0) == Truth::False) return false;
  }
  return true;
}

// The set without one state.
InductiveSet without(InductiveSet set, const TransitionSystem& system, const State& state) {
  solve::Lit same = solve::Aig::constant(true);
  std::size_t column = 0;
  for (std::size_t i = 0; i < system.variables.size(); ++i) {
    if (system.variables[i].kind == VariableKind::Input) continue;
    const Type type = system.variables[i].variable.type();
    const Integer code = encode::code_of(type, state[column++]);
    for (std::size_t bit = 0; bit < encode::code_width(type); ++bit) {
      set.bits.push_back({i, bit});
      const bool is_set = boost::multiprecision::bit_test(code, static_cast<unsigned>(bit));
      same = set.graph.and_(same, set.graph.input() ^ !is_set);
    }
  }
  set.states = set.graph.and_(set.states, !same);
  return set;
}

struct Case {
  explicit Case(std::uint64_t seed) : made(pool, seed, {.may_stop = seed % 2 == 0, .fairness = false, .inputs = true}) {
    property.formula = made.boolean(2, false, false);
    states = reachable_states(made.system());
  }
  Verdict ask(std::string_view engine) {
    search = engine_named(engine)->start({&made.system(), &property, Polarity::Violating, {}, {}, 20, nullptr}, context);
    return search->next();
  }

  ExprPool pool;
  RandomSystem made;
  Property property;
  std::vector<State> states;
  Context context;
  std::unique_ptr<Search> search;
};

TEST(Certify, AcceptsWhatTheEnginesGiveAndRefusesWhatLacksAState) {
  std::size_t accepted = 0, refused = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Case c(seed);
    const TransitionSystem& system = c.made.system();
    if (!std::holds_alternative<Holds>(c.ask("bdd"))) continue;
    const auto set = c.search->certificate();
    ASSERT_TRUE(set);
    const auto refusal = refuses(system, c.property.formula, *set, c.context);
    ASSERT_FALSE(refusal) << *refusal;
    ++accepted;
    for (const State& state : c.states) {
      ASSERT_TRUE(refuses(system, c.property.formula, without(*set, system, state), c.context));
      ++refused;
    }
  }
  EXPECT_GT(accepted, 30u);
  EXPECT_GT(refused, 100u);
}

TEST(Certify, AcceptsProofsByInductionAndNothingThatFails) {
  std::size_t accepted = 0, refused = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Case c(seed);
    const TransitionSystem& system = c.made.system();
    const Verdict verdict = c.ask("kind");
    const auto* holds = std::get_if<Holds>(&verdict);
    if (const auto* induction = holds ? std::get_if<Induction>(&holds->evidence) : nullptr) {
      const auto refusal = refuses(system, c.property.formula, *induction, c.context);
      ASSERT_FALSE(refusal) << *refusal;
      ++accepted;
    }
    if (holds_in_all(system, c.property.formula, c.states)) continue;
    for (std::size_t k = 0; k < 4; ++k) ASSERT_TRUE(refuses(system, c.property.formula, Induction{k, k % 2 == 0}, c.context));
    ++refused;
  }
  EXPECT_GT(accepted, 30u);
  EXPECT_GT(refused, 30u);
}

TEST(Certify, RefusesForeignBitsAndTheEmptySet) {
  Case c(1);
  const TransitionSystem& system = c.made.system();
  const Expr yes = c.pool.boolean(true);
  InductiveSet all;
  all.states = solve::Aig::constant(true);
  EXPECT_FALSE(refuses(system, yes, all, c.context));
  InductiveSet foreign = all;
  foreign.states = foreign.graph.input();
  EXPECT_TRUE(refuses(system, yes, foreign, c.context));
  foreign.bits.push_back({99, 0});
  EXPECT_TRUE(refuses(system, yes, foreign, c.context));
  all.states = solve::Aig::constant(false);
  EXPECT_EQ(refuses(system, yes, all, c.context).has_value(), !c.states.empty());
}

}  // namespace
}  // namespace whynot::engine
