// Values over all runs, one by one: is the property violated by a run that has this value at this step?  Asked of
// engines that use no diagrams.
#include <gtest/gtest.h>

#include "agree/random_model.h"
#include "base/random.h"
#include "support/rounds.h"
#include "unit/analyse/intervals/loaded.h"

namespace whynot::analyse::intervals {
namespace {

// Nothing where no engine decides it.
std::optional<bool> is_violated(const TransitionSystem& system, const Property& property, Context& context) {
  const Query query{&system, &property, {}, 30, nullptr};
  for (const char* name : {"explicit", "live", "ic3", "bmc"}) {
    const engine::Engine* engine = engine::engine_named(name);
    if (!engine || engine->refuses(query)) continue;
    const Verdict verdict = engine->start(query, context)->next();
    if (std::holds_alternative<Violated>(verdict)) return true;
    if (std::holds_alternative<Holds>(verdict)) return false;
  }
  return std::nullopt;
}

// The property of those runs only that have the value at the step.
std::optional<bool> violated_with(Model& model, Property property, Expr variable, const Value& value,
                                  std::size_t step) {
  ExprPool& pool = model.pool;
  TransitionSystem system = model.system();
  Expr given = pool.eq(variable, pool.constant(value, variable.type()));
  if (step == 0) {
    system.init.push_back({given, {}});
  } else {
    for (std::size_t i = 0; i < step; ++i) given = pool.temporal(Op::X, {given});
    property.formula = pool.or_(pool.not_(given), property.formula);
  }
  return is_violated(system, property, model.context);
}

TEST(OverAll, AgreesWithOtherEnginesOnRandomModels) {
  std::size_t questions = 0, values = 0;
  Random random(7);
  for (std::uint64_t seed = 0; seed < rounds(18); ++seed) {
    agree::Shape shape;
    shape.partial = random.chance(40);
    const std::string text = agree::random_model(seed + 5000, shape);
    Model model(text);
    if (!model.ok()) continue;
    for (const Property& property : model.program->properties) {
      if (property.kind == PropertyKind::Compute || property.is_ctl()) continue;
      const auto base = model.counterexample(property, 4);
      if (!base) continue;
      const VariableDecl& v = model.system().variables[random.below(model.system().variables.size())];
      const auto scale = Scale::of(v.variable.type(), true);
      if (v.kind == VariableKind::Input || !scale || *v.variable.type().size() > 16) continue;
      const bool is_invariant = property.kind == PropertyKind::Invariant;
      const std::size_t step = is_invariant ? 0 : random.below(3);
      const Question q{&model.system(), &property, *base, {v.variable}, {}, false, step};
      const auto found = Constrained::over_all(q, nullptr, model.context);
      ASSERT_TRUE(found) << text;
      const std::set<Integer> members = listed(found->violating_set(*scale));
      for (Integer i = 0; i < *v.variable.type().size(); ++i) {
        const Value value = v.variable.type().value(i);
        const auto expected = violated_with(model, property, v.variable, value, step);
        if (!expected) continue;
        ++values;
        ASSERT_EQ(members.count(scale->number(value)) > 0, *expected)
            << text << "\n"
            << property.text << "\n"
            << model.pool.name_of(v.variable) << " = " << value.to_string() << " at " << step;
      }
      for (const Integer& n : step == 0 ? members : std::set<Integer>()) {
        const auto witness = found->witness({n}, model.context);
        ASSERT_TRUE(witness) << text;
        ASSERT_FALSE(replay_system(model.system(), *model.stepper, *witness, property));
      }
      ++questions;
    }
  }
  EXPECT_GT(questions, rounds(6));
  EXPECT_GT(values, rounds(18));
}

// Inputs, and steps of invariants: against what is plain to see.
TEST(OverAll, InputsAndLaterSteps) {
  Model model(
      "MODULE main\nVAR n : 0..9;\nIVAR by : 0..3;\nASSIGN init(n) := {0, 1};\n"
      "next(n) := case n + by <= 9 : n + by; TRUE : 9; esac;\nINVARSPEC n < 5;\n");
  ASSERT_TRUE(model.ok());
  const Property& property = model.program->properties.front();
  const auto base = model.counterexample(property, 9);
  ASSERT_TRUE(base);
  const auto set = [&](const char* name, std::size_t step) {
    const Expr x = model.variable(name);
    const auto found =
        Constrained::over_all({&model.system(), &property, *base, {x}, {}, false, step}, nullptr, model.context);
    return found ? listed(found->violating_set(*Scale::of(x.type(), true))) : std::set<Integer>();
  };
  EXPECT_EQ(set("n", 0), (std::set<Integer>{0, 1}));
  EXPECT_EQ(set("n", 2), (std::set<Integer>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(set("by", 0), (std::set<Integer>{0, 1, 2, 3}));
}

// A value for which no counterexample is as short as the base.
TEST(OverAll, RunsOfAnyLength) {
  Model model(
      "MODULE main\nFROZENVAR start : 0..5;\nVAR n : 0..9;\nASSIGN init(n) := start;\n"
      "next(n) := n < 9 & start > 1 ? n + 1 : n;\nINVARSPEC n < 9;\n");
  ASSERT_TRUE(model.ok());
  const Property& property = model.program->properties.front();
  const auto base = model.counterexample(property, 9);
  ASSERT_TRUE(base);
  const Expr x = model.variable("start");
  const Question q{&model.system(), &property, *base, {x}, {}, false, 0};
  const auto found = Constrained::over_all(q, nullptr, model.context);
  ASSERT_TRUE(found);
  EXPECT_EQ(listed(found->violating_set(*Scale::of(x.type(), true))), (std::set<Integer>{2, 3, 4, 5}));
  const auto witness = found->witness({2}, model.context);
  ASSERT_TRUE(witness);
  EXPECT_EQ(witness->steps.size(), 8u);
}

}  // namespace
}  // namespace whynot::analyse::intervals
