// Constrained sets against brute force: every way to give the loose variables values, replayed on the model.
#include <gtest/gtest.h>

#include <set>

#include "agree/random_model.h"
#include "base/random.h"
#include "model/system/replay_system.h"
#include "support/rounds.h"
#include "unit/analyse/intervals/loaded.h"

namespace whynot::analyse::intervals {
namespace {

// Calls `visit` with each trace that differs from the base in the loose variables only; false when too many.
class Variants {
 public:
  Variants(const Model& model, const Trace& base, const std::vector<Expr>& loose) : trace_(base) {
    std::size_t column = 0, input = 0;
    for (const VariableDecl& v : model.system().variables) {
      const bool is_loose = std::find(loose.begin(), loose.end(), v.variable) != loose.end();
      if (v.kind == VariableKind::Input) {
        for (std::size_t i = 1; is_loose && i < base.steps.size(); ++i)
          cells_.push_back({v.variable.type(), {&trace_.steps[i].inputs[input]}});
        if (is_loose && base.loop) cells_.push_back({v.variable.type(), {&trace_.closing_inputs[input]}});
        ++input;
        continue;
      }
      if (is_loose) {
        std::vector<Value*> all;
        for (Step& s : trace_.steps) all.push_back(&s.state[column]);
        if (v.kind == VariableKind::Frozen) {
          cells_.push_back({v.variable.type(), all});
          all.clear();
        }
        for (Value* cell : all) cells_.push_back({v.variable.type(), {cell}});
      }
      ++column;
    }
  }
  bool few(std::size_t limit) const {
    Integer product = 1;
    for (const auto& [type, places] : cells_) product *= *type.size();
    return product <= limit;
  }
  template <class Visit>
  void for_each(Visit visit) {
    go(0, visit);
  }

 private:
  template <class Visit>
  void go(std::size_t cell, Visit visit) {
    if (cell == cells_.size()) return visit(trace_);
    const auto& [type, places] = cells_[cell];
    for (Integer i = 0; i < *type.size(); ++i) {
      for (Value* p : places) *p = type.value(i);
      go(cell + 1, visit);
    }
  }
  Trace trace_;
  std::vector<std::pair<Type, std::vector<Value*>>> cells_;
};

Value value_at(const Model& model, const Trace& trace, Expr variable, std::size_t step) {
  std::size_t column = 0, input = 0;
  for (const VariableDecl& v : model.system().variables) {
    if (v.variable == variable)
      return v.kind == VariableKind::Input ? (*trace.inputs_out_of(step))[input] : trace.steps[step].state[column];
    ++(v.kind == VariableKind::Input ? input : column);
  }
  return {};
}

struct Checked {
  int questions = 0, splits = 0;  // splits: route and violating set differ
};

void check_question(Model& model, const Question& q, Checked& checked, const std::string& text) {
  const auto scale = Scale::of(q.targets[0].type(), true);
  ASSERT_TRUE(scale);
  std::vector<Expr> loose = q.targets;
  loose.insert(loose.end(), q.free.begin(), q.free.end());
  std::set<Integer> violating, route;
  std::vector<std::optional<std::size_t>> shapes = {q.base.loop};
  if (q.free_lasso) {
    shapes = {std::nullopt};
    for (std::size_t l = 0; l < q.base.steps.size(); ++l) shapes.emplace_back(l);
  }
  for (const auto& shape : shapes) {
    Trace base = q.base;
    base.loop = shape;
    Variants variants(model, base, loose);
    if (!variants.few(600)) return;
    variants.for_each([&](const Trace& trace) {
      if (replay_run(*model.stepper, trace)) return;
      const Integer n = scale->number(value_at(model, trace, q.targets[0], q.step));
      route.insert(n);
      if (!replay_system(model.system(), *model.stepper, trace, *q.property)) violating.insert(n);
    });
  }
  // A second time with no room for diagrams: all solutions by SAT.
  for (std::uint64_t bytes : {std::uint64_t{512} << 20, std::uint64_t{0}}) {
    Limits limits;
    limits.diagram_bytes = bytes;
    const auto found = Constrained::solve(q, model.context, limits);
    ASSERT_TRUE(found);
    ASSERT_EQ(found->method(), bytes == 0 ? "allsat" : "bdd");
    ASSERT_EQ(listed(found->violating_set(*scale)), violating)
        << text << "\n"
        << model.pool.name_of(q.targets[0]) << " at " << q.step << " of " << q.property->text << found->method();
    ASSERT_EQ(listed(found->route_set(*scale)), route) << text << "\n"
                                                       << model.pool.name_of(q.targets[0]) << found->method();
    for (const Integer& n : violating) {
      const auto witness = found->witness({n}, model.context);
      ASSERT_TRUE(witness);
      ASSERT_FALSE(replay_system(model.system(), *model.stepper, *witness, *q.property));
      ASSERT_EQ(scale->number(value_at(model, *witness, q.targets[0], q.step)), n);
    }
  }
  ++checked.questions;
  checked.splits += violating != route;
}

// A loop of 16 steps, at each of which y is loose: too much for diagrams in the order of weights.  Whatever is given up
// on the way, the set is the same.
TEST(Constrained, ManyLooseSteps) {
  Model model(
      "MODULE main\nVAR x : signed word[4]; y : {-6, -1, 11};\nIVAR u : signed word[2];\n"
      "INIT (x <= 0sd4_1) xor (x <= 0sd4_3);\nASSIGN next(x) := x + -0sd4_5; init(y) := -1;\n"
      "next(y) := y != 11 ? (u > -0sd2_1 & y >= -6 ? {11, -1} : y) : {-6, 11};\nLTLSPEC G F y = -1;\n");
  ASSERT_TRUE(model.ok());
  const Property& property = model.program->properties.front();
  const auto base = model.counterexample(property, 20);
  ASSERT_TRUE(base && base->loop);
  const Expr x = model.system().variables[0].variable, y = model.system().variables[1].variable;
  const Question q{&model.system(), &property, *base, {x}, {y}, false, 2};
  const auto scale = Scale::of(x.type(), false);
  for (std::uint64_t effort : {200'000, 400}) {
    Limits limits;
    limits.diagram_effort = effort;
    const auto found = Constrained::solve(q, model.context, limits);
    ASSERT_TRUE(found);
    EXPECT_EQ(listed(found->violating_set(*scale)), (std::set<Integer>{-8, -7}));
  }
}

TEST(Constrained, AgreesWithBruteForceOnRandomModels) {
  Checked checked;
  Random random(3);
  for (std::uint64_t seed = 0; seed < rounds(400); ++seed) {
    const std::string text = agree::random_model(seed);
    Model model(text);
    if (!model.ok()) continue;
    for (const Property& property : model.program->properties) {
      if (property.kind == PropertyKind::Compute) continue;
      if (property.is_ctl()) continue;
      const auto base = model.counterexample(property, 4);
      if (!base || base->steps.size() > 5) continue;
      for (const VariableDecl& v : model.system().variables) {
        const std::size_t steps = v.kind != VariableKind::Input ? base->steps.size() : base->depth();
        if (steps == 0) continue;
        Question q{&model.system(), &property, *base, {v.variable}, {}, false, random.below(steps)};
        if (v.kind != VariableKind::Input && random.chance(25))
          q.free_lasso = model.stepper->signature()->inputs.empty();
        if (random.chance(25)) {
          const Expr other = model.system().variables[random.below(model.system().variables.size())].variable;
          if (other != v.variable) q.free.push_back(other);
        }
        check_question(model, q, checked, text);
        if (HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GT(checked.questions, rounds(300));
  EXPECT_GT(checked.splits, rounds(20));
}

}  // namespace
}  // namespace whynot::analyse::intervals
