// Properties that hold for want of something.
#include "analyse/variants/vacuity.h"

#include <set>

#include "agree/random_model.h"
#include "analyse/why/reading.h"
#include "support/listed_logic.h"
#include "support/rounds.h"
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

// What is to be told of a property, by its rules once more and a list of the model's transitions.
class Expected {
 public:
  using Around = std::function<Expr(Expr)>;  // the formula with a part in its place

  Expected(const listed::Transitions& model, const Property& property)
      : model_(model), property_(property), names_(why::define_names(model.system(), property)) {
    const bool of_states = property.kind == PropertyKind::Invariant;
    has_runs = of_states ? model.starts() > 0 : model.has_fair_run();
    look_for_left_sides(property.formula, [](Expr e) { return e; });
    look_below(property.formula, true, [](Expr e) { return e; });
    for (std::size_t column = 0, v = 0; v < model.system().variables.size(); ++v) {
      const VariableDecl& d = model.system().variables[v];
      if (d.kind == VariableKind::Input) continue;
      if (d.kind == VariableKind::State && is_read(d.variable) && never_changes(column))
        constants.push_back(d.variable);
      ++column;
    }
  }

  std::vector<Expr> left_sides, parts, constants, variants;
  bool has_runs = false;
  bool known = true;  // no formula was too large

 private:
  bool holds(Expr formula) {
    Property variant = property_;
    variant.formula = formula;
    const auto answer = listed::holds(model_, variant);
    known = known && answer;
    return answer.value_or(false);
  }
  static Around inside(ExprPool& pool, Expr e, std::size_t argument, const Around& around) {
    return [=, &pool](Expr part) {
      std::vector<Expr> args;
      for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(i == argument ? part : e.arg(i));
      return around(rebuild(pool, e, args));
    };
  }
  bool is_whole(Expr e) const {
    const bool connective =
        e.type().is_boolean() && (e.is(Op::Not) || e.is(Op::And) || e.is(Op::Or) || e.is(Op::Implies));
    return (!connective && !is_temporal(e.op())) || (names_.count(e) > 0 && !contains_op(e, is_temporal));
  }
  // Left sides that count in every run: the outermost of those that are never true.
  void look_for_left_sides(Expr e, const Around& around) {
    static const std::set<Op> everywhere = {Op::And, Op::G, Op::AG, Op::H, Op::X, Op::AX, Op::Z, Op::Implies};
    if (is_whole(e) || everywhere.count(e.op()) == 0) return;
    ExprPool& pool = *model_.system().pool;
    if (e.is(Op::Implies) && !e.arg(0).is(Op::Constant)) {
      const Expr without = around(pool.not_(e.arg(0)));
      if (holds(without)) {
        left_sides.push_back(e.arg(0));
        variants.push_back(without);
        return;
      }
    }
    for (std::size_t i = e.is(Op::Implies) ? 1 : 0; i < e.arity(); ++i)
      look_for_left_sides(e.arg(i), inside(pool, e, i, around));
  }
  // The largest parts that the worst value of can stand for.
  void look_below(Expr e, bool positive, const Around& around) {
    if (is_whole(e)) return;
    ExprPool& pool = *model_.system().pool;
    for (std::size_t i = 0; i < e.arity(); ++i) {
      const Expr part = e.arg(i);
      const bool turned = e.is(Op::Not) || (e.is(Op::Implies) && i == 0);
      const bool is_told = part.is(Op::Implies) && std::count(left_sides.begin(), left_sides.end(), part.arg(0)) > 0;
      if (part.is(Op::Constant) || is_told) continue;
      const Around here = inside(pool, e, i, around);
      const Expr hurt = here(pool.boolean(positive == turned));
      if (!holds(hurt)) {
        look_below(part, positive != turned, here);
        continue;
      }
      parts.push_back(part);
      variants.push_back(hurt);
    }
  }
  bool is_read(Expr variable) const {
    const std::vector<Expr> read = support(property_.formula);
    return std::count(read.begin(), read.end(), variable) > 0;
  }
  bool never_changes(std::size_t column) const {
    return std::all_of(model_.moves().begin(), model_.moves().end(), [&](const listed::Move& m) {
      return model_.states()[m.from][column] == model_.states()[m.to][column];
    });
  }

  const listed::Transitions& model_;
  const Property& property_;
  ExprNames names_;
};

std::vector<Expr> parts_of(const std::vector<Vacuity>& found) {
  std::vector<Expr> parts;
  for (const Vacuity& v : found) parts.push_back(v.part);
  return parts;
}

// Every finding is one that is expected, and none of those is missing.
TEST(Vacuity, OfRandomPropertiesIsWhatAListOfTransitionsSays) {
  std::size_t tried = 0, left = 0, parts = 0, constants = 0, without_runs = 0;
  for (std::uint64_t seed = 0; seed < why::seeds(rounds(250)) && !HasFailure(); ++seed) {
    SmallModel model(agree::random_model(seed));
    if (!model.ok()) continue;
    const listed::Transitions list(model.system(), *model.stepper, model.context);
    if (list.moves().size() > 400) continue;
    for (const Property& property : model.program->properties) {
      const auto truth = listed::holds(list, property);
      if (!truth) continue;
      SideQuestions ask(model.context, {20'000, 2'000});
      const std::string about = fmt::format("seed {}, {}: {}", seed, property.name, property.text);
      ASSERT_EQ(ask.holds(model.system(), property), truth) << about;
      const Expected expected(list, property);
      if (!*truth || !expected.known) continue;
      Holding holding(model.system(), property, nullptr, ask);
      const std::vector<Vacuity> found = holding.antecedents(), irrelevant = holding.irrelevant(found);
      EXPECT_EQ(holding.has_runs(), expected.has_runs) << about;
      EXPECT_EQ(parts_of(found), expected.left_sides) << about;
      EXPECT_EQ(parts_of(irrelevant), expected.parts) << about;
      EXPECT_EQ(parts_of(holding.constants()), expected.constants) << about;
      ++tried;
      left += expected.left_sides.size();
      parts += expected.parts.size();
      constants += expected.constants.size();
      without_runs += expected.has_runs ? 0 : 1;
    }
  }
  EXPECT_GT(tried, rounds(200));
  EXPECT_GT(left, rounds(5));
  EXPECT_GT(parts, rounds(100));
  EXPECT_GT(constants, rounds(20));
  EXPECT_GT(without_runs, rounds(20));
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
