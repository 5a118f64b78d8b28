// The choice functions of proofs: the checker believes those by which every state has its step, and no other.  What
// they do is found out state by state, with the evaluator and the Stepper.
#include "agree/random_model.h"
#include "base/random.h"
#include "expr/evaluate.h"
#include "model/system/slots.h"
#include "unit/analyse/explain/support.h"

namespace whynot::analyse::explain {
namespace {

bool is_true_at(const Loaded& loaded, const Slots& slots, Expr e, const State& state) {
  return CompiledExpr(loaded.pool, e, [&](Expr leaf) { return slots.of(leaf); })
      .all_true(slots.values(state, nullptr, nullptr));
}

// Whether the choice of a node leads from each state of its goal to its last premise.
bool leads(const Loaded& loaded, const Proof& proof, const Node& n, StateSet from) {
  const Slots slots(loaded.program->system);
  const Goal& to = proof.at(n.premises.back()).goal;
  while (const auto state = loaded.oracle->pick(from)) {
    std::vector<Value> values = slots.values(*state, nullptr, nullptr);
    for (const auto& [target, value] : n.step) {
      const CompiledExpr compiled(loaded.pool, value, [&](Expr leaf) { return slots.of(leaf); });
      const Value became = compiled.run(values);
      if (!target.type().contains(became)) return false;
      values[slots.of(target)] = became;
    }
    const State next = slots.next(values);
    if (!loaded.stepper->is_step(*state, slots.inputs(values), std::nullopt, next)) return false;
    if (to.state ? next != *to.state : !is_true_at(loaded, slots, to.set, next)) return false;
    from = loaded.oracle->subtract(from, loaded.oracle->only(*state));
  }
  return true;
}

// Another value for one of the targets: a constant, or what another one becomes.
void mutate(ChoiceFunction& choice, ExprPool& pool, Random& random) {
  Chosen& one = choice[random.below(choice.size())];
  const Type type = one.target.type();
  const Chosen& other = choice[random.below(choice.size())];
  if (random.chance(30) && other.target.type() == type) {
    one.value = other.value;
  } else {
    const Integer count = std::min(type.size().value_or(1), Integer(8));
    one.value = pool.constant(type.value(random.below(static_cast<std::size_t>(count))), type);
  }
}

TEST(Choices, AlteredOnesAreRefusedWhenTheyLeadElsewhere) {
  Random random(11);
  std::size_t right = 0, wrong = 0;
  for (std::uint64_t seed = 900; seed < 1000; ++seed) {
    agree::Shape shape;
    shape.properties = 4;
    Loaded loaded(agree::random_model(seed, shape));
    if (!loaded.program) continue;
    for (const char* formula : {"AG EX (1 = 1)", "AG EF (1 = 1)", "AG EX EX (1 = 1)"}) {
      const Property property = loaded.property(formula, PropertyKind::Ctl);
      Builder builder(loaded.program->system, *loaded.oracle, loaded.context);
      ASSERT_TRUE(builder.start(property));
      expand_all(builder, 300);
      for (NodeId id = 0; id < builder.proof().nodes.size(); ++id) {
        if (builder.proof().at(id).step.empty() || builder.proof().at(id).rule == Rule::EGSet) continue;
        EXPECT_TRUE(leads(loaded, builder.proof(), builder.proof().at(id), builder.place(id))) << "seed " << seed;
        for (int i = 0; i < 3; ++i) {
          Proof mutant = builder.proof();
          mutate(mutant.nodes[id].step, loaded.pool, random);
          Checker checker(loaded.program->system, *loaded.stepper, loaded.context);
          const bool accepted = !checker.check(mutant, property.formula);
          const bool valid = leads(loaded, mutant, mutant.at(id), builder.place(id));
          EXPECT_LE(accepted, valid) << "seed " << seed;
          ++(valid ? right : wrong);
        }
      }
    }
  }
  EXPECT_GT(right, 20u);
  EXPECT_GT(wrong, 20u);
}

// One node about a set, with the choice that is given instead of its own.
std::string verdict_with(void (*change)(Loaded&, ChoiceFunction&)) {
  Loaded loaded(
      "MODULE main VAR x : 0..3; b : boolean; IVAR up : boolean;\n"
      "ASSIGN init(x) := {0, 1}; next(x) := case up & x < 3 : x + 1; TRUE : 0; esac;\n");
  const Property property = loaded.property("EX x > 0", PropertyKind::Ctl);
  Builder builder(loaded.program->system, *loaded.oracle, loaded.context);
  EXPECT_TRUE(builder.start(property));
  EXPECT_TRUE(builder.expand(builder.proof().root));
  Proof proof = builder.proof();
  change(loaded, proof.nodes[proof.root].step);
  Checker checker(loaded.program->system, *loaded.stepper, loaded.context);
  const auto refusal = checker.check(proof, property.formula);
  return refusal ? refusal->reason : "";
}

TEST(Choices, WhatIsMissingOrIllMadeIsRefused) {
  const std::string no = "EX: no step leads there";
  EXPECT_EQ(verdict_with([](Loaded&, ChoiceFunction&) {}), "");
  EXPECT_EQ(verdict_with([](Loaded&, ChoiceFunction& c) { c.clear(); }), no);
  // b may become anything: nothing needs to be said of it.
  EXPECT_EQ(verdict_with([](Loaded& l, ChoiceFunction& c) {
              std::erase_if(c, [&](const Chosen& one) { return l.text(one.target) == "next(b)"; });
            }),
            "");
  EXPECT_EQ(verdict_with([](Loaded& l, ChoiceFunction& c) {
              std::erase_if(c, [&](const Chosen& one) { return l.text(one.target) == "up"; });
            }),
            no);
  // Equations that nothing solves would make every question unsatisfiable.
  EXPECT_EQ(verdict_with([](Loaded& l, ChoiceFunction& c) {
              c.push_back({c[0].target, l.pool.not_(c[0].value)});
            }),
            no);
  EXPECT_EQ(verdict_with([](Loaded& l, ChoiceFunction& c) { c[0].value = l.pool.not_(c[0].target); }), no);
  EXPECT_EQ(verdict_with([](Loaded& l, ChoiceFunction& c) {
              c.push_back({l.pool.boolean(true), l.pool.boolean(false)});
            }),
            no);
  EXPECT_EQ(verdict_with([](Loaded& l, ChoiceFunction& c) {
              c.push_back({l.program->system.variables[0].variable, l.pool.integer(9)});
            }),
            no);
  EXPECT_EQ(verdict_with([](Loaded& l, ChoiceFunction& c) {
              for (Chosen& one : c)
                if (l.text(one.target) == "next(x)") one.value = l.pool.integer(4);
            }),
            no);
  EXPECT_EQ(verdict_with([](Loaded&, ChoiceFunction& c) { std::reverse(c.begin(), c.end()); }), no);
}

// Relations say what becomes of a variable, too; the choice is one formula for all states.
TEST(Choices, OfRelationsFollowTheirEquations) {
  Loaded loaded(
      "MODULE main VAR w : unsigned word[8]; v : unsigned word[8]; TRANS next(w) = w + 0ud8_3 & next(v) = next(w);");
  const Choices choices(loaded.program->system, *loaded.oracle);
  const auto all = choices.by_default();
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), 2u);
  EXPECT_EQ(loaded.text((*all)[0].value), "w + 0ud8_3");
  EXPECT_EQ(loaded.text((*all)[1].value), "next(w)");
}

// Where one choice does not do for all states they are told apart.
TEST(Choices, StatesThatNeedAnotherOneAreToldApart) {
  Loaded loaded("MODULE main VAR x : 0..3; IVAR i : 0..3; TRANS i = 3 - x & next(x) = i;");
  const Choices choices(loaded.program->system, *loaded.oracle);
  EXPECT_FALSE(choices.by_default());
  const auto all = choices.step(loaded.oracle->reachable(), loaded.oracle->reachable());
  ASSERT_TRUE(all);
  EXPECT_EQ(loaded.text((*all)[0].target), "i");
  EXPECT_EQ((*all)[0].value.op(), Op::Ite);
  const StateSet nowhere = loaded.oracle->subtract(loaded.oracle->initial(), loaded.oracle->initial());
  EXPECT_FALSE(choices.step(loaded.oracle->reachable(), nowhere));
}

}  // namespace
}  // namespace whynot::analyse::explain
