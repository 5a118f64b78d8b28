// The running examples of Chechik & Gurfinkel (FASE 2005): the Button module and the elevator, with what the
// paper says of them.
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "analyse/explain/show/abstract.h"
#include "analyse/explain/show/runs.h"
#include "analyse/explain/show/summary.h"
#include "analyse/explain/strategy/strategies.h"
#include "analyse/explain/walk/different.h"
#include "analyse/explain/walk/drive.h"
#include "unit/analyse/explain/support.h"

namespace whynot::analyse::explain {
namespace {

std::string example(const std::string& name) {
  std::ifstream in(std::string(WHYNOT_EXAMPLES) + "/evidence/" + name);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

struct Session {
  explicit Session(const std::string& file)
      : model(example(file)), checker(model.program->system, *model.stepper, model.context) {}

  Builder& prove(const std::string& formula, const std::string& strategy = "") {
    property = model.property(formula, PropertyKind::Ctl);
    builder.emplace(model.program->system, *model.oracle, model.context);
    if (!strategy.empty()) {
      StrategyError error;
      const StrategyReader reader{model.program->system, [&](const std::string& t) {
                                    return front::smv::parse_expression(
                                               model.sources.add("e", t), model.sources, *model.program->scope, {},
                                               model.program->system.obligations, model.diagnostics)
                                        .value_or(Expr());
                                  }};
      auto found = read_strategies(strategy, reader, error);
      EXPECT_TRUE(found) << error.message;
      builder->use(std::move(*found));
    }
    EXPECT_TRUE(builder->start(property));
    Extent all;
    all.budget = 5000;
    expand_below(*builder, builder->proof().root, all);
    const auto refusal = checker.check(builder->proof(), property.formula);
    EXPECT_FALSE(refusal) << refusal->reason;
    return *builder;
  }

  // s0 … s6 of the paper, by the values of p, r, f.
  std::string name(const State& s) const {
    static const std::map<std::string, std::string> names = {{"FFF", "s0"}, {"TFF", "s1"}, {"TTF", "s2"}, {"FTF", "s3"},
                                                             {"TTT", "s4"}, {"FTT", "s5"}, {"TFT", "s6"}};
    std::string key;
    for (const Value& v : s) key += v.is_true() ? 'T' : 'F';
    return names.at(key);
  }
  std::string first_run() {
    const auto runs = runs_of(builder->proof(), *model.stepper, 1);
    std::string out;
    for (const Step& step : runs.at(0).steps) out += (out.empty() ? "" : " ") + name(step.state);
    if (runs[0].loop) out += fmt::format(" (loop {})", *runs[0].loop);
    return out;
  }

  Loaded model;
  Checker checker;
  Property property;
  std::optional<Builder> builder;
};

const Node* find(const Proof& proof, Rule rule) {
  for (const NodeId id : in_order(proof, proof.root))
    if (proof.at(id).rule == rule) return &proof.at(id);
  return nullptr;
}

TEST(Button, FulfilledInThreeSteps) {
  Session button("button.smv");
  const Proof& proof = button.prove("EF f", "prefer(p | f)").proof();
  EXPECT_TRUE(proof.holds);
  EXPECT_EQ(proof.at(proof.root).bound, 3u);
  const std::string run = button.first_run();
  EXPECT_TRUE(run == "s0 s1 s2 s5" || run == "s0 s1 s2 s4") << run;
  button.prove("AG !f", "avoid(p & f), prefer(p | f)");
  EXPECT_EQ(button.first_run(), "s0 s1 s2 s5");
}

TEST(Button, EitherByBoundTwoAndTheRightDisjunct) {
  Session button("button.smv");
  const Proof& proof = button.prove("EF (f | r)").proof();
  EXPECT_EQ(proof.at(proof.root).rule, Rule::EU);
  EXPECT_EQ(proof.at(proof.root).bound, 2u);
  const Node* side = find(proof, Rule::OrRight);
  ASSERT_TRUE(side);
  EXPECT_EQ(button.model.text(proof.at(side->premises[0]).goal.formula), "r");
}

TEST(Button, BothShortestWitnessesOfARequestAtOnce) {
  Session button("button.smv");
  Builder& builder = button.prove("EF r", "largest");
  const AbstractWitness witness = abstract_witness(builder);
  ASSERT_EQ(witness.steps.size(), 3u);
  EXPECT_EQ(button.model.text(witness.steps[0].formula), "!p & (!r & !f)");
  EXPECT_EQ(button.model.text(witness.steps[1].formula), "p & (!r & !f)");
  EXPECT_EQ(button.model.text(witness.steps[2].formula), "r & !f");
  EXPECT_EQ(witness.steps[2].states, 2);
  EXPECT_EQ(witness.witnesses, std::optional<Integer>(2));
}

TEST(Button, PressedForEverHasTwoExplanations) {
  Session button("button.smv");
  const std::string at_s1 = "p & !r & !f";
  Builder& builder = button.prove("EF (" + at_s1 + " & EG p)");
  const Node* loop = find(builder.proof(), Rule::EGLoop);
  ASSERT_TRUE(loop);
  std::string states;
  for (const NodeId id : loop->premises) states += button.name(*builder.proof().at(id).goal.state) + " ";
  EXPECT_EQ(states, "s1 s2 s4 s6 ");
  Builder& shorter = button.prove("EF (" + at_s1 + " & EG p)", "shortest_loop");
  const Node* self = find(shorter.proof(), Rule::EGLoop);
  ASSERT_TRUE(self);
  ASSERT_EQ(self->premises.size(), 1u);
  EXPECT_EQ(button.name(*self->goal.state), "s2");
  EXPECT_TRUE(find(shorter.proof(), Rule::EGStep));
}

TEST(Button, ARequestNeedNotBeFulfilled) {
  Session button("button.smv");
  Builder& builder = button.prove("AG (r -> AF f)", "prefer(p | !r)");
  EXPECT_FALSE(builder.proof().holds);
  EXPECT_EQ(button.model.text(builder.proof().at(builder.proof().root).goal.formula), "EF (r & EG !f)");
  EXPECT_EQ(button.first_run(), "s0 s1 s2 (loop 2)");
}

TEST(Button, PressingLeadsToARequest) {
  Session button("button.smv");
  const Proof& proof = button.prove("AG (p -> AF r)").proof();
  EXPECT_TRUE(proof.holds);
  EXPECT_EQ(proof.at(proof.root).rule, Rule::AG);
  ASSERT_TRUE(find(proof, Rule::AU));
  EXPECT_EQ(find(proof, Rule::AU)->bound, 2u);
}

TEST(Button, BothDisjunctsAtS3) {
  Session button("button.smv");
  Builder& builder = button.prove("EF (!p & r & !f & (EF p | EG r))");
  for (const NodeId id : in_order(builder.proof(), builder.proof().root)) {
    const Node& n = builder.proof().at(id);
    if (n.goal.formula.op() != Op::Or || is_plain(n.goal.formula)) continue;
    builder.reopen(id);
    const auto sides = builder.alternatives(id, 10);
    ASSERT_EQ(sides.size(), 2u);
    EXPECT_EQ(sides[0].rank, std::optional<std::size_t>(1));
    return;
  }
  FAIL() << "no disjunction in the proof";
}

TEST(Elevator, ThreeCounterexamplesAtOnce) {
  Session lift("elevator3.smv");
  Builder& builder = lift.prove("AG AF (floor = 3 & doors = open)");
  EXPECT_FALSE(builder.proof().holds);
  std::vector<Expr> observed;
  for (const VariableDecl& v : lift.model.program->system.variables)
    if (lift.model.pool.name_of(v.variable) == "floor") observed.push_back(v.variable);
  Variants variants = variants_of(lift.model.program->system, *lift.model.oracle,
                                  builder.proof().at(builder.proof().root).goal.formula, observed);
  EXPECT_TRUE(variants.complete);
  std::vector<std::string> labels;
  for (Variant& v : variants.all) {
    labels.push_back(v.label);
    Builder one(lift.model.program->system, *lift.model.oracle, lift.model.context);
    Strategies strategies;
    strategies.push_back(std::move(v.strategy));
    one.use(std::move(strategies));
    ASSERT_TRUE(one.start(lift.property));
    expand_all(one);
    const auto refusal = lift.checker.check(one.proof(), lift.property.formula);
    EXPECT_FALSE(refusal) << refusal->reason;
    std::set<std::string> floors;
    const Node* loop = find(one.proof(), Rule::EGLoop);
    ASSERT_TRUE(loop);
    for (const NodeId id : loop->premises) floors.insert((*one.proof().at(id).goal.state)[0].to_string());
    EXPECT_EQ(floors.size(), labels.size() == 3 ? 2u : 1u);
  }
  EXPECT_EQ(labels, (std::vector<std::string>{"a loop with floor = 1", "a loop with floor = 2",
                                              "a loop with floor = 1, floor = 2"}));
}

TEST(Elevator, RequestsAreServed) {
  Session lift("elevator3.smv");
  EXPECT_TRUE(lift.prove("AG (btn3.r -> AF (floor = 3 & doors = open))").proof().holds);
  EXPECT_TRUE(lift.prove("AG EF idle").proof().holds);
}

}  // namespace
}  // namespace whynot::analyse::explain
