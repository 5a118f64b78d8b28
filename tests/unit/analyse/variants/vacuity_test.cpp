// Properties that hold for want of something.
#include "analyse/variants/vacuity.h"

#include "agree/random_model.h"
#include "unit/analyse/variants/brute_force.h"

namespace whynot::analyse::variants {
namespace {

using why::SmallModel;

struct Asked {
  explicit Asked(const std::string& text) : model(text) {
    EXPECT_TRUE(model.ok()) << text;
    questions.emplace(model.context, Allowance{20'000, 500});
    holding.emplace(model.system(), model.program->properties.at(0), nullptr, *questions);
  }
  std::string sentence(const std::vector<Vacuity>& found) const { return found.empty() ? "" : found[0].sentence; }

  SmallModel model;
  std::optional<SideQuestions> questions;
  std::optional<Holding> holding;
};

const std::string lamp =
    "MODULE main\nVAR press : boolean; lamp : boolean;\nASSIGN init(press) := FALSE; init(lamp) := FALSE;\n";

TEST(Vacuity, TheLeftSideIsNeverTrue) {
  for (const char* property :
       {"LTLSPEC G (press -> F lamp)", "CTLSPEC AG (press -> AF lamp)", "INVARSPEC press -> lamp"}) {
    Asked a(lamp + "next(press) := press & lamp;\n" + property + "\n");
    EXPECT_EQ(a.sentence(a.holding->antecedents()), "holds because `press` is never TRUE") << property;
    EXPECT_EQ(a.holding->has_runs(), true);
  }
}

TEST(Vacuity, ALeftSideInsideOfAnother) {
  Asked a(lamp + "next(press) := TRUE; next(lamp) := !press;\nINVARSPEC press -> (lamp -> FALSE)\n");
  EXPECT_EQ(a.sentence(a.holding->antecedents()), "");  // lamp at step 1, when press is TRUE, too
  Asked b(lamp + "next(press) := TRUE; next(lamp) := FALSE;\nINVARSPEC press -> (lamp -> FALSE)\n");
  EXPECT_EQ(b.sentence(b.holding->antecedents()), "holds because `lamp` is never TRUE where `press` is");
}

TEST(Vacuity, ALeftSideThatNoRunSatisfies) {
  Asked a(lamp + "next(press) := FALSE; next(lamp) := FALSE;\nLTLSPEC G F press -> G F lamp\n");
  EXPECT_EQ(a.sentence(a.holding->antecedents()), "holds because no run satisfies `G F press`");
}

TEST(Vacuity, APartThatCouldBeAnything) {
  Asked a(
      "MODULE main\nVAR ask : boolean; tick : boolean;\nASSIGN init(tick) := FALSE; next(tick) := !tick;\n"
      "LTLSPEC G (ask -> F tick)\n");
  EXPECT_TRUE(a.holding->antecedents().empty());
  const auto found = a.holding->irrelevant({});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].part_text, "ask");
  EXPECT_EQ(found[0].sentence, "holds whatever `ask` is: `G F tick` holds already");
}

TEST(Vacuity, ARunThatPutsThePropertyToUse) {
  Asked a(lamp +
          "next(press) := case lamp : FALSE; press : TRUE; TRUE : {TRUE, FALSE}; esac; next(lamp) := press;\n"
          "LTLSPEC G (press -> F lamp)\n");
  EXPECT_TRUE(a.holding->antecedents().empty());
  EXPECT_TRUE(a.holding->irrelevant({}).empty());
  const auto use = a.holding->witness();
  ASSERT_TRUE(use);
  EXPECT_EQ(use->kind, Holding::Use::Kind::Used);
  ASSERT_GE(use->run.steps.size(), 3u);
  EXPECT_TRUE(use->run.steps[1].state[0].is_true());
  EXPECT_TRUE(use->run.steps[2].state[1].is_true());
}

TEST(Vacuity, ARunThatPutsABranchingPropertyToUse) {
  const std::string model = lamp + "next(press) := {TRUE, FALSE}; next(lamp) := press;\n";
  Asked a(model + "CTLSPEC AG (press -> AX lamp)\n");
  const auto use = a.holding->witness();
  ASSERT_TRUE(use);
  EXPECT_EQ(use->kind, Holding::Use::Kind::Used);
  const auto& steps = use->run.steps;
  EXPECT_TRUE(std::any_of(steps.begin(), steps.end(), [](const Step& s) { return s.state[0].is_true(); }));
  EXPECT_EQ(Asked(model + "CTLSPEC EF lamp\n").holding->witness()->kind, Holding::Use::Kind::Shown);
  EXPECT_FALSE(Asked(model + "CTLSPEC AG EF lamp\n").holding->witness());  // no single run says so
  EXPECT_EQ(Asked(model + "LTLSPEC lamp | !lamp\n").holding->witness()->kind, Holding::Use::Kind::True);
}

TEST(Vacuity, AVariableThatNeverChanges) {
  Asked a(lamp + "next(press) := press; next(lamp) := !lamp;\nINVARSPEC press | lamp | !lamp\n");
  const auto found = a.holding->constants();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].sentence, "speaks of `press`, which never changes");
}

// The explicit engine lists states with the Stepper, and shares nothing with those that the questions go to first.
bool holds_by_list(SmallModel& model, const Property& property) {
  const Query query{&model.system(), &property, {}, 50, nullptr};
  const engine::Engine* judge = engine::engine_named("explicit");
  return !judge->refuses(query) && std::holds_alternative<Holds>(judge->start(query, model.context)->next());
}

TEST(Vacuity, VariantsOfRandomPropertiesHoldByAListOfStates) {
  std::size_t tried = 0;
  for (std::uint64_t seed = 0; seed < why::seeds(300); ++seed) {
    SmallModel model(agree::random_model(seed));
    if (!model.ok()) continue;
    for (const Property& property : model.program->properties) {
      if (!property.formula || !holds_by_list(model, property)) continue;
      SideQuestions ask(model.context, {5'000, 100});
      Holding holding(model.system(), property, nullptr, ask);
      std::vector<Vacuity> found = holding.antecedents();
      for (Vacuity& v : holding.irrelevant(found)) found.push_back(std::move(v));
      for (const Vacuity& v : found) {
        Property variant = property;
        variant.formula = v.variant;
        ASSERT_TRUE(holds_by_list(model, variant)) << "seed " << seed << " " << property.name << ": " << v.sentence;
        ++tried;
      }
    }
  }
  EXPECT_GT(tried, 100u);
}

TEST(Vacuity, OfRandomModelsAgreesWithAListOfTheStates) {
  agree::Shape shape;
  shape.fairness = shape.partial = false;
  std::size_t vacuous = 0, useful = 0, fixed = 0;
  for (std::uint64_t seed = 0; seed < why::seeds(250); ++seed) {
    SmallModel model(agree::random_model(seed, shape));
    if (!model.ok()) continue;
    const Listed listed(model);
    if (listed.states.empty() || listed.states.size() > 500) continue;
    SideQuestions ask(model.context, {20'000, 500});
    for (const Property& given : model.program->properties) {
      // Any formula without temporal operators serves as a left side.
      Expr left;
      if (given.formula)
        for_each_postorder(given.formula, [&](Expr e) {
          const bool fits = e.type().is_boolean() && !contains_op(e, is_temporal) && !e.is(Op::Constant);
          if (fits && !speaks_of_transition(e, [&](Expr v) {
                for (const VariableDecl& d : model.system().variables)
                  if (d.variable == v) return d.kind == VariableKind::Input;
                return false;
              }))
            left = e;
        });
      if (!left) continue;
      for (const Expr trigger : {left, model.pool.not_(left)}) {
        Property p =
            about(PropertyKind::Ltl,
                  model.pool.temporal(
                      Op::G, {model.pool.implies(trigger, model.pool.temporal(Op::F, {model.pool.boolean(true)}))}));
        Holding holding(model.system(), p, nullptr, ask);
        const auto at = listed.first(model, trigger);
        ASSERT_EQ(holding.antecedents().empty(), at.has_value()) << "seed " << seed;
        const auto use = holding.witness();
        const bool shows = use && (!at || use->run.steps.size() > *at);
        ASSERT_TRUE(shows) << "seed " << seed;
        (at ? useful : vacuous) += 1;
        for (const Vacuity& v : holding.constants()) {
          std::size_t column = 0;
          for (const VariableDecl& d : model.system().variables) {
            for (std::size_t i = 0; d.variable == v.part && i < listed.states.size(); ++i)
              for (const std::size_t j : listed.next[i])
                ASSERT_EQ(listed.states[i][column], listed.states[j][column]) << "seed " << seed;
            column += d.kind == VariableKind::Input ? 0 : 1;
          }
          ++fixed;
        }
      }
    }
  }
  EXPECT_GT(vacuous, 30u);
  EXPECT_GT(useful, 300u);
  EXPECT_GT(fixed, 3u);
}

}  // namespace
}  // namespace whynot::analyse::variants
