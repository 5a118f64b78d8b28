// Certificates against the reachable states listed by the Stepper: what is accepted is true, what the engines
// give is accepted, and what lacks a reachable state is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "check/certificate_check.h"
#include "check/core_ctl.h"
#include "check/encoding.h"
#include "engine/engine.h"
#include "model/stepper.h"
#include "model/system/truth.h"
#include "unit/engine/random_system.h"

namespace whynot::check {
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

// The code of a value as Certificate::Bit wants it, said once more.
Integer code_of(Type type, const Value& value) {
  return type.is_integer_like() ? Integer(value.as_integer() - type.lo()) : type.index_of(value);
}

// Further gates of a certificate.
Certificate::Lit and_(Certificate& c, Certificate::Lit a, Certificate::Lit b) {
  if (a == 0 || b == 0) return 0;
  c.gates.nodes.push_back({a, b});
  return static_cast<Certificate::Lit>(2 * c.gates.nodes.size() - 2);
}
Certificate::Lit xor_(Certificate& c, Certificate::Lit a, Certificate::Lit b) {
  return and_(c, and_(c, a, b) ^ 1, and_(c, a ^ 1, b ^ 1) ^ 1);
}
Certificate::Lit input(Certificate& c) {
  c.gates.nodes.emplace_back();
  return static_cast<Certificate::Lit>(2 * c.gates.nodes.size() - 2);
}
constexpr Certificate::Lit yes = 1, no = 0;

// The values of the certificate's gates in a state; what is remembered must not matter.
std::vector<bool> values_in(const Certificate& certificate, const TransitionSystem& system, const State& state) {
  std::vector<Integer> codes(system.variables.size());
  std::size_t column = 0;
  for (std::size_t i = 0; i < system.variables.size(); ++i)
    if (system.variables[i].kind != VariableKind::Input)
      codes[i] = code_of(system.variables[i].variable.type(), state[column++]);
  std::vector<bool> values{false};
  const auto of = [&](Certificate::Lit l) { return values[l / 2] != (l % 2 != 0); };
  for (std::size_t node = 1, input = 0; node < certificate.gates.nodes.size(); ++node) {
    const auto [a, b] = certificate.gates.nodes[node];
    if (!certificate.gates.is_input(node)) {
      values.push_back(of(a) && of(b));
      continue;
    }
    const auto [variable, bit] = certificate.bits[input++];
    values.push_back(boost::multiprecision::bit_test(codes.at(variable), static_cast<unsigned>(bit)));
  }
  return values;
}
bool is_true(const std::vector<bool>& values, Certificate::Lit l) { return values[l / 2] != (l % 2 != 0); }

bool contains(const Certificate& certificate, Certificate::Lit set, const TransitionSystem& system,
              const State& state) {
  return is_true(values_in(certificate, system, state), set);
}

// The set of one state.
Certificate::Lit only(Certificate& certificate, const TransitionSystem& system, const State& state) {
  Certificate::Lit same = yes;
  std::size_t column = 0;
  for (std::size_t i = 0; i < system.variables.size(); ++i) {
    if (system.variables[i].kind == VariableKind::Input) continue;
    const Type type = system.variables[i].variable.type();
    const Integer code = code_of(type, state[column++]);
    for (std::size_t bit = 0; bit < Encoding::code_width(type); ++bit) {
      certificate.bits.push_back({i, bit});
      const bool is_set = boost::multiprecision::bit_test(code, static_cast<unsigned>(bit));
      const Certificate::Lit in = input(certificate);
      same = and_(certificate, same, is_set ? in : in ^ 1);
    }
  }
  return same;
}

// The certificate with a set changed in one state.
Certificate changed(Certificate certificate, Certificate::Lit Certificate::*whole, std::size_t label,
                    const TransitionSystem& system, const State& state) {
  const Certificate::Lit here = only(certificate, system, state);
  Certificate::Lit& set = whole ? certificate.*whole : certificate.labels[label].states;
  set = xor_(certificate, set, here);
  return certificate;
}

// The state that a choice leads to, if it takes a step at all.
std::optional<State> chosen_successor(const Certificate& certificate, const Certificate::Way& way,
                                      const TransitionSystem& system, const State& from) {
  const std::vector<bool> values = values_in(certificate, system, from);
  std::optional<State> found;
  Context context;
  make_stepper(system)->successors(from, context, [&](Successor next) {
    std::vector<Integer> codes;
    std::size_t column = 0, input = 0;
    for (const VariableDecl& v : system.variables) {
      const Value& value = v.kind == VariableKind::Input ? next.inputs[input++] : next.state[column++];
      codes.push_back(code_of(v.variable.type(), value));
    }
    bool matches = true;
    for (const auto& [bit, value] : way.choice)
      matches = matches && boost::multiprecision::bit_test(codes[bit.variable], static_cast<unsigned>(bit.bit)) ==
                               is_true(values, value);
    if (matches) found = next.state;
    return !found;
  });
  return found;
}

// Random formulas of CTL, a few with bounds.
Expr random_ctl(RandomSystem& made, ExprPool& pool, int depth) {
  Random& random = made.random();
  if (depth <= 0 || random.chance(15)) return made.boolean(1, false, false);
  const auto sub = [&] { return random_ctl(made, pool, depth - 1); };
  const Op unary[] = {Op::EX, Op::AX, Op::EF, Op::AF, Op::EG, Op::AG};
  const Op logical[] = {Op::And, Op::Or, Op::Implies, Op::Iff, Op::Xor};
  switch (random.below(6)) {
    case 0: return pool.not_(sub());
    case 1: return pool.make(logical[random.below(5)], pool.boolean_type(), {sub(), sub()});
    case 2:
      return pool.temporal(random.chance(50) ? Op::EU : Op::AU, {sub(), sub()},
                           random.chance(20) ? TimeBounds{1, 3} : TimeBounds());
    default: {
      const Op op = unary[random.below(6)];
      const bool bounded = op != Op::EX && op != Op::AX && random.chance(15);
      return pool.temporal(op, {sub()}, bounded ? TimeBounds{random.below(2), 1 + random.below(3)} : TimeBounds());
    }
  }
}

struct Case {
  Case(std::uint64_t seed, PropertyKind kind)
      : made(pool, seed, {.may_stop = seed % 2 == 0, .fairness = kind != PropertyKind::Invariant, .inputs = true}) {
    property.kind = kind;
    if (kind == PropertyKind::Invariant) property.formula = made.boolean(2, seed % 3 == 0, seed % 3 == 0);
    if (kind == PropertyKind::Ltl) property.formula = made.ltl(2, seed % 3 == 0);
    if (kind == PropertyKind::Ctl) property.formula = random_ctl(made, pool, 3);
    states = reachable_states(made.system());
  }
  Verdict ask(std::string_view engine) {
    search = engine::engine_named(engine)->start({&made.system(), &property, {}, 20, nullptr}, context);
    return search->next();
  }
  bool refused(const Certificate& certificate, bool holds) {
    return refuses(made.system(), property, holds, certificate, context).has_value();
  }

  ExprPool pool;
  RandomSystem made;
  Property property;
  std::vector<State> states;
  Context context;
  std::unique_ptr<engine::Search> search;
};

// Every set that lacks a reachable state is refused.
std::size_t refuse_smaller_sets(Case& c, const Certificate& certificate, bool holds) {
  std::size_t refused = 0;
  for (const State& state : c.states) {
    if (!certificate.remembered.empty()) break;
    EXPECT_TRUE(c.refused(changed(certificate, &Certificate::reached, 0, c.made.system(), state), holds));
    ++refused;
  }
  return refused;
}

// Every stage and every ring is needed, every choice must be there.
std::size_t refuse_shorter_ways(Case& c, const Certificate& certificate, bool holds) {
  std::size_t refused = 0;
  const auto refuse = [&](const Certificate& broken) {
    EXPECT_TRUE(c.refused(broken, holds));
    ++refused;
  };
  for (std::size_t i = 0; i < certificate.labels.size(); ++i) {
    const Certificate::Label& label = certificate.labels[i];
    for (std::size_t k = 0; k < label.stages.size(); ++k) {
      Certificate broken = certificate;
      broken.labels[i].stages.erase(broken.labels[i].stages.begin() + static_cast<std::ptrdiff_t>(k));
      refuse(broken);
    }
    for (std::size_t w = 0; w < label.ways.size(); ++w) {
      Certificate broken = certificate;
      broken.labels[i].ways.erase(broken.labels[i].ways.begin() + static_cast<std::ptrdiff_t>(w));
      refuse(broken);
      if (label.ways[w].choice.empty()) continue;
      broken = certificate;
      broken.labels[i].ways[w].choice.pop_back();
      refuse(broken);
    }
  }
  return refused;
}

// A choice that is another in one state must be refused exactly if it does not lead further in from there.
std::size_t refuse_other_choices(Case& c, const Certificate& certificate, bool holds) {
  const TransitionSystem& system = c.made.system();
  std::size_t refused = 0;
  for (std::size_t i = 0; i < certificate.labels.size(); ++i)
    for (std::size_t w = 0; w < certificate.labels[i].ways.size(); ++w) {
      const Certificate::Way& way = certificate.labels[i].ways[w];
      for (const State& state : c.states) {
        const auto ring = [&](const State& s) {
          const auto is_in = [&](Certificate::Lit l) { return contains(certificate, l, system, s); };
          return std::find_if(way.rings.begin(), way.rings.end(), is_in) - way.rings.begin();
        };
        const auto own = ring(state);
        if (own == 0 || own == std::ssize(way.rings) ||
            !contains(certificate, certificate.labels[i].states, system, state))
          continue;
        for (std::size_t k = 0; k < way.choice.size(); ++k) {
          Certificate altered = certificate;
          const Certificate::Lit here = only(altered, system, state);
          Certificate::Lit& value = altered.labels[i].ways[w].choice[k].value;
          value = xor_(altered, value, here);
          const auto to = chosen_successor(altered, altered.labels[i].ways[w], system, state);
          const bool is_good = to && ring(*to) < own;
          EXPECT_EQ(c.refused(altered, holds), !is_good);
          refused += !is_good;
        }
      }
    }
  return refused;
}

// Labels are exact on the states of fair runs: one state more or less must be refused where it matters.
std::size_t refuse_other_labels(Case& c, const Certificate& certificate, bool holds) {
  const TransitionSystem& system = c.made.system();
  const auto demanded = demands(c.pool, *core_ctl(c.pool, c.property.formula), holds);
  const Certificate::Lit fair = certificate.labels[0].states;
  std::size_t refused = 0;
  for (std::size_t i = 1; i < certificate.labels.size(); ++i)
    for (const State& state : c.states) {
      if (!contains(certificate, fair, system, state)) continue;
      const bool is_in = contains(certificate, certificate.labels[i].states, system, state);
      if (!(is_in ? demanded[i].complete : demanded[i].safe)) continue;
      EXPECT_TRUE(c.refused(changed(certificate, nullptr, i, system, state), holds));
      ++refused;
    }
  return refused;
}

TEST(Certify, AcceptsInductiveSetsAndRefusesWhatLacksAState) {
  std::size_t accepted = 0, refused = 0;
  for (std::uint64_t seed = 0; seed < 180; ++seed) {
    SCOPED_TRACE(seed);
    Case c(seed, PropertyKind::Invariant);
    if (!std::holds_alternative<Holds>(c.ask("bdd"))) continue;
    const auto certificate = c.search->certificate();
    ASSERT_TRUE(certificate);
    const auto refusal = refuses(c.made.system(), c.property, true, *certificate, c.context);
    ASSERT_FALSE(refusal) << *refusal;
    ++accepted;
    refused += refuse_smaller_sets(c, *certificate, true);
  }
  EXPECT_GT(accepted, 20u);
  EXPECT_GT(refused, 60u);
}

TEST(Certify, AcceptsWhatShowsCtlAndRefusesAllElse) {
  std::size_t accepted = 0, refused = 0, altered = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    Case c(seed, PropertyKind::Ctl);
    const Verdict verdict = c.ask("bdd");
    const bool holds = std::holds_alternative<Holds>(verdict);
    if (!holds && !std::holds_alternative<Violated>(verdict)) continue;
    const auto certificate = c.search->certificate();
    ASSERT_TRUE(certificate);
    const auto refusal = refuses(c.made.system(), c.property, holds, *certificate, c.context);
    ASSERT_FALSE(refusal) << *refusal;
    ++accepted;
    EXPECT_TRUE(c.refused(*certificate, !holds));
    refused += refuse_smaller_sets(c, *certificate, holds) + refuse_shorter_ways(c, *certificate, holds) +
               refuse_other_labels(c, *certificate, holds);
    if (seed % 3 == 0) altered += refuse_other_choices(c, *certificate, holds);
  }
  EXPECT_GT(altered, 50u);
  EXPECT_GT(accepted, 100u);
  EXPECT_GT(refused, 1000u);
}

TEST(Certify, AcceptsWhatShowsLtlAndRefusesAllElse) {
  std::size_t accepted = 0, refused = 0;
  for (std::uint64_t seed = 0; seed < 250; ++seed) {
    SCOPED_TRACE(seed);
    Case c(seed, PropertyKind::Ltl);
    if (!std::holds_alternative<Holds>(c.ask("bdd"))) continue;
    const auto certificate = c.search->certificate();
    ASSERT_TRUE(certificate);
    const auto refusal = refuses(c.made.system(), c.property, true, *certificate, c.context);
    ASSERT_FALSE(refusal) << *refusal;
    ++accepted;
    refused += refuse_shorter_ways(c, *certificate, true);
    Certificate nothing = *certificate;  // wherever some run begins as the negation wants
    nothing.reached = no;
    if (!c.refused(nothing, true)) continue;
    ++refused;
  }
  EXPECT_GT(accepted, 40u);
  EXPECT_GT(refused, 60u);
}

// A certificate of a property that holds is none for its negation.
TEST(Certify, RefusesAnotherProperty) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    Case c(seed, PropertyKind::Ltl);
    if (!std::holds_alternative<Holds>(c.ask("bdd"))) continue;
    const auto certificate = c.search->certificate();
    ASSERT_TRUE(certificate);
    c.property.formula = c.pool.not_(c.property.formula);
    if (std::holds_alternative<Holds>(c.ask("explicit"))) continue;  // no fair run at all
    EXPECT_TRUE(c.refused(*certificate, true));
  }
}

TEST(Certify, AcceptsProofsByInductionAndNothingThatFails) {
  std::size_t accepted = 0, refused = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    Case c(seed, PropertyKind::Invariant);
    const TransitionSystem& system = c.made.system();
    const Verdict verdict = c.ask("kind");
    const auto* holds = std::get_if<Holds>(&verdict);
    if (const auto* induction = holds ? std::get_if<Induction>(&holds->evidence) : nullptr) {
      const auto refusal = refuses(system, c.property, c.property.formula, *induction, c.context);
      ASSERT_FALSE(refusal) << *refusal;
      ++accepted;
    }
    if (holds_in_all(system, c.property.formula, c.states)) continue;
    for (std::size_t k = 0; k < 4; ++k)
      ASSERT_TRUE(refuses(system, c.property, c.property.formula, Induction{k, k % 2 == 0}, c.context));
    ++refused;
  }
  EXPECT_GT(accepted, 10u);
  EXPECT_GT(refused, 10u);
}

// A variable with a function needs no bits in the certificate, and no choice.
TEST(Certify, KnowsDefinedVariables) {
  ExprPool pool;
  TransitionSystem system;
  system.pool = &pool;
  const Expr b = pool.variable("b", pool.boolean_type()), d = pool.variable("d", pool.boolean_type());
  for (Expr v : {b, d}) system.variables.push_back({v, VariableKind::State, {}});
  system.invar_assignments.push_back({d, pool.not_(b), {}});
  system.init.push_back({b, {}});
  Context context;
  const auto confirmed = [&](Expr formula) {
    Property property;
    property.kind = PropertyKind::Ctl;
    property.formula = formula;
    const auto search = engine::engine_named("bdd")->start({&system, &property, {}, {}, nullptr}, context);
    const bool holds = std::holds_alternative<Holds>(search->next());
    const auto certificate = search->certificate();
    return certificate && !refuses(system, property, holds, *certificate, context);
  };
  EXPECT_TRUE(confirmed(pool.temporal(Op::EX, {d})));
  EXPECT_TRUE(confirmed(pool.temporal(Op::AG, {pool.xor_(b, d)})));
  EXPECT_TRUE(confirmed(pool.temporal(Op::AG, {pool.temporal(Op::EF, {d})})));
  EXPECT_TRUE(confirmed(pool.temporal(Op::AF, {d})));
}

TEST(Certify, RefusesForeignBitsAndTheEmptySet) {
  Case c(1, PropertyKind::Invariant);
  c.property.formula = c.pool.boolean(true);
  Certificate all;
  all.reached = yes;
  EXPECT_FALSE(c.refused(all, true));
  Certificate foreign = all;
  foreign.reached = input(foreign);
  EXPECT_TRUE(c.refused(foreign, true));
  foreign.bits.push_back({99, 0});
  EXPECT_TRUE(c.refused(foreign, true));
  all.reached = no;
  EXPECT_EQ(c.refused(all, true), !c.states.empty());
}

}  // namespace
}  // namespace whynot::check
