// Circuits whose inputs are all tried, and those of which the solver is asked, against an evaluation gate by gate.
#include "check/circuit.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>

#include "base/random.h"

namespace whynot::check {
namespace {

class Open : public Circuit {
 public:
  using Circuit::choose;
  using Circuit::Circuit;
  using Circuit::differ;
  using Circuit::input;
  using Circuit::require;
};

struct Made {
  std::vector<int> literals;                          // inputs first
  std::vector<std::function<bool(unsigned)>> values;  // of each, by the values of the inputs
};

Made random_circuit(Open& circuit, std::size_t inputs, Random& random) {
  Made made;
  for (std::size_t i = 0; i < inputs; ++i) {
    made.literals.push_back(circuit.input());
    made.values.emplace_back([i](unsigned all) { return (all >> i & 1) != 0; });
  }
  for (int n = 0; n < 25; ++n) {
    int literal[3];
    std::function<bool(unsigned)> value[3];
    for (int k = 0; k < 3; ++k) {
      const std::size_t one = random.below(made.literals.size());
      const bool negated = random.chance(50);
      literal[k] = negated ? -made.literals[one] : made.literals[one];
      value[k] = [f = made.values[one], negated](unsigned all) { return f(all) != negated; };
    }
    const auto &a = value[0], &b = value[1], &c = value[2];
    switch (random.below(3)) {
      case 0:
        made.literals.push_back(circuit.both(literal[0], literal[1]));
        made.values.emplace_back([a, b](unsigned all) { return a(all) && b(all); });
        break;
      case 1:
        made.literals.push_back(circuit.differ(literal[0], literal[1]));
        made.values.emplace_back([a, b](unsigned all) { return a(all) != b(all); });
        break;
      default:
        made.literals.push_back(circuit.choose(literal[2], literal[0], literal[1]));
        made.values.emplace_back([a, b, c](unsigned all) { return c(all) ? a(all) : b(all); });
    }
  }
  return made;
}

TEST(Circuit, AnswersAreThoseOfEveryValueOfTheInputs) {
  Random random(3);
  Context context;
  std::size_t yes = 0, no = 0;
  for (int round = 0; round < 200; ++round) {
    Open circuit(context);
    const std::size_t inputs = 1 + random.below(6);
    const Made made = random_circuit(circuit, inputs, random);
    const auto any = [&] { return random.below(made.literals.size()); };
    const std::size_t x = any(), y = any(), r = any(), s = any();
    const auto is_met = [&](unsigned all) { return made.values[r](all) || !made.values[s](all); };
    bool can_be_met = false;
    for (unsigned all = 0; all < 1u << inputs; ++all) can_be_met = can_be_met || is_met(all);
    if (can_be_met) circuit.require({made.literals[r], -made.literals[s]});
    const int wanted[] = {made.literals[x], -made.literals[y]};
    bool found = false;
    for (unsigned all = 0; all < 1u << inputs; ++all)
      found = found || (made.values[x](all) && !made.values[y](all) && (!can_be_met || is_met(all)));
    EXPECT_EQ(circuit.solve_by_trying(wanted), std::optional(found)) << round;
    EXPECT_EQ(circuit.solve(wanted), found ? solve::Answer::Sat : solve::Answer::Unsat) << round;
    ++(found ? yes : no);
  }
  EXPECT_GT(yes, 20u);
  EXPECT_GT(no, 20u);
}

TEST(Circuit, ManyInputsAreLeftToTheSolver) {
  Random random(4);
  Context context;
  for (int round = 0; round < 60; ++round) {
    Open circuit(context);
    const std::size_t inputs = 5;
    const Made made = random_circuit(circuit, inputs, random);
    const std::size_t x = random.below(made.literals.size());
    int parity = made.literals[x];
    for (int i = 0; i < 40; ++i) parity = circuit.differ(parity, circuit.input());
    const int one[] = {parity}, other[] = {made.literals[x], parity, -circuit.both(parity, made.literals[x])};
    EXPECT_FALSE(circuit.solve_by_trying(one));
    EXPECT_EQ(circuit.solve(one), solve::Answer::Sat);
    EXPECT_EQ(circuit.solve(other), solve::Answer::Unsat);
    const int both[] = {made.literals[x], circuit.differ(parity, circuit.input())};
    bool found = false;
    for (unsigned all = 0; all < 1u << inputs; ++all) found = found || made.values[x](all);
    EXPECT_EQ(circuit.solve(both), found ? solve::Answer::Sat : solve::Answer::Unsat) << round;
  }
}

}  // namespace
}  // namespace whynot::check
