// The sealed step, against checks of the whole formula with the beginning of the trace written into it, and examples of
// the nearest passing run.
#include <fmt/format.h>

#include <algorithm>

#include "agree/random_model.h"
#include "analyse/why/contrast/nearest.h"
#include "analyse/why/contrast/sealed.h"
#include "analyse/why/failure.h"
#include "model/system/truth.h"
#include "unit/analyse/why/playing.h"

namespace whynot::analyse::why {
namespace {

struct Case {
  explicit Case(const std::string& text) : model(text) {
    EXPECT_TRUE(model.ok()) << text;
    const auto found = model.counterexample(model.program->properties.at(0));
    EXPECT_TRUE(found) << text;
    trace = *found;
    of.emplace(model, model.program->properties[0], trace);
  }
  SmallModel model;
  Trace trace;
  std::optional<Playing> of;
};

TEST(Contrast, NamesTheChoiceThatSealedTheFailure) {
  const Case t(R"(MODULE main
VAR at : {gate, road, cliff, sea};
ASSIGN init(at) := gate; next(at) := case at = gate : {road, cliff}; at = cliff : sea; TRUE : at; esac;
INVARSPEC at != sea
)");
  EXPECT_TRUE(t.of->seal.known);
  EXPECT_EQ(t.of->seal.step, std::size_t{1});
  EXPECT_EQ(t.of->text(t.of->seal.choice), "at@1: cliff to road");
  ASSERT_TRUE(t.of->near.best);
  EXPECT_EQ(t.of->text(t.of->near.best->changes), "at@1: cliff to road");
  EXPECT_EQ(t.of->near.single, 1u);
  EXPECT_TRUE(t.of->near.complete);
}

TEST(Contrast, ChangesAChoiceEachTimeRound) {
  const Case t(R"(MODULE main
VAR at : {idle, wait, serve}; busy : boolean;
ASSIGN init(at) := idle;
  next(at) := case at = idle : wait; at = wait & busy : wait; at = wait : serve; TRUE : idle; esac;
LTLSPEC G (at = wait -> F at = serve)
)");
  EXPECT_TRUE(t.of->seal.known);
  EXPECT_FALSE(t.of->seal.step);
  ASSERT_TRUE(t.of->near.best);
  EXPECT_EQ(t.of->near.best->changes.size(), 1u);
  EXPECT_TRUE(t.of->near.best->keeps_trigger);
}

TEST(Contrast, FindsAnInitialChoice) {
  const Case t(R"(MODULE main
FROZENVAR kind : {fine, broken}; other : boolean;
VAR x : 0..2;
ASSIGN init(x) := 0; next(x) := kind = fine & x < 2 ? x + 1 : x;
LTLSPEC F x = 2
)");
  EXPECT_EQ(t.of->seal.step, std::size_t{0});
  EXPECT_FALSE(t.of->seal.every_run);
  ASSERT_EQ(t.of->seal.initial.size(), 1u);
  EXPECT_EQ(t.model.pool.name_of(t.model.system().variables[t.of->seal.initial[0].variable].variable), "kind");
  EXPECT_TRUE(t.of->seal.minimal);
  EXPECT_EQ(t.of->text(t.of->near.best->changes), "kind@0: broken to fine");
}

TEST(Contrast, SaysWhenEveryRunFails) {
  const Case t("MODULE main\nVAR x : 0..2;\nASSIGN init(x) := 0; next(x) := x < 2 ? x + 1 : x;\nINVARSPEC x != 2\n");
  EXPECT_EQ(t.of->seal.step, std::size_t{0});
  EXPECT_TRUE(t.of->seal.every_run);
  EXPECT_FALSE(t.of->near.best);
}

TEST(Contrast, PrefersRunsThatKeepTheTrigger) {
  const Case t(R"(MODULE main
IVAR ask : boolean; give : boolean;
VAR asked : boolean; given : boolean;
ASSIGN init(asked) := FALSE; next(asked) := ask; init(given) := FALSE; next(given) := give;
LTLSPEC G (asked -> given)
)");
  ASSERT_TRUE(t.of->near.best);
  EXPECT_TRUE(t.of->near.best->keeps_trigger);
  EXPECT_EQ(t.of->text(t.of->near.best->changes), "give@1: FALSE to TRUE");
  EXPECT_EQ(t.of->near.single, 1u);
}

TEST(Contrast, TriesTwoChangesWhereOneIsNotEnough) {
  const Case t(R"(MODULE main
IVAR a : boolean; b : boolean;
VAR n : 0..1; x : boolean; y : boolean;
ASSIGN init(n) := 0; next(n) := 1; init(x) := TRUE; init(y) := TRUE; next(x) := n = 0 ? a : x; next(y) := n = 0 ? b : y;
LTLSPEC X (x & y)
INVARSPEC TRUE
)");
  ASSERT_TRUE(t.of->near.best);
  const std::size_t needed = t.trace.steps.at(1).state[1].is_true() || t.trace.steps[1].state[2].is_true() ? 1 : 2;
  EXPECT_EQ(t.of->near.best->changes.size(), needed);
}

TEST(Contrast, FollowsPastOperators) {
  const Case t(R"(MODULE main
VAR n : 0..3; key : boolean;
ASSIGN init(n) := 0; next(n) := n < 3 ? n + 1 : n; init(key) := FALSE;
LTLSPEC G (n = 3 -> O key)
)");
  EXPECT_EQ(t.of->seal.step, std::size_t{3});
  EXPECT_EQ(t.of->text(t.of->seal.choice), "key@3: FALSE to TRUE");
}

// With the input alone the value that was taken would be picked again.
TEST(Contrast, NamesThePickThatAnotherInputAllows) {
  SmallModel model(R"(MODULE main
VAR v : boolean;
IVAR go : boolean;
ASSIGN init(v) := TRUE; next(v) := case go & v : {TRUE, FALSE}; TRUE : FALSE; esac;
INVARSPEC v
)");
  ASSERT_TRUE(model.ok());
  Trace trace;
  trace.signature = model.stepper->signature();
  trace.steps = {{{Value::boolean(true)}, {}, {}}, {{Value::boolean(false)}, {Value::boolean(false)}, {}}};
  const Playing playing(model, model.program->properties.at(0), trace);
  EXPECT_EQ(playing.seal.step, std::size_t{1});
  EXPECT_EQ(playing.text(playing.seal.choice), "go@1: FALSE to TRUE, v@1: FALSE to TRUE");
}

// Whether every run that begins as the trace does, up to this position, fails.
std::optional<bool> is_sealed_by_check(SmallModel& model, Expr formula, const Trace& trace, std::size_t position) {
  ExprPool& pool = model.pool;
  Expr begins;
  for (std::size_t i = position + 1; i-- > 0;) {
    const std::size_t steps = trace.steps.size();
    const std::size_t step = i < steps ? i : *trace.loop + (i - steps) % (steps - *trace.loop);
    std::vector<Expr> parts;
    std::size_t column = 0;
    for (const VariableDecl& v : model.system().variables) {
      if (v.kind == VariableKind::Input) {
        const std::size_t input =
            static_cast<std::size_t>(std::count_if(model.system().variables.data(), &v, [](const VariableDecl& other) {
              return other.kind == VariableKind::Input;
            }));
        if (i < position)
          parts.push_back(pool.eq(v.variable, pool.constant((*trace.inputs_out_of(step))[input], v.variable.type())));
        continue;
      }
      parts.push_back(pool.eq(v.variable, pool.constant(trace.steps[step].state[column++], v.variable.type())));
    }
    if (begins) parts.push_back(pool.temporal(Op::X, {begins}));
    begins = pool.all(parts);
  }
  Property property;
  property.kind = PropertyKind::Ltl;
  property.formula = pool.implies(begins, pool.not_(formula));
  const Query query{&model.system(), &property, {}, std::nullopt, nullptr};
  const engine::Engine* bdd = engine::engine_named("bdd");
  if (bdd->refuses(query)) return std::nullopt;
  const Verdict verdict = bdd->start(query, model.context)->next();
  if (std::holds_alternative<Holds>(verdict)) return true;
  return std::holds_alternative<Violated>(verdict) ? std::optional(false) : std::nullopt;
}

struct Tried {
  std::size_t all = 0, at_a_step = 0;
};

// The sealed step of a counterexample of the property, and the choice that would have avoided it.
void expect_as_checked(SmallModel& model, const Property& property, std::uint64_t seed, Tried& tried) {
  const auto trace = model.counterexample(property, "bmc", 6);
  const Expr formula = trace ? formula_on_run(model.pool, property) : Expr();
  if (!formula || trace->steps.size() > 6 || !Owing::takes(formula)) return;
  Owing owing(model.system(), formula);
  Continuations continuations(owing, model.context, 200);
  const Sealed found = sealed(model.system(), *model.stepper, *trace, owing, continuations, model.context);
  ASSERT_TRUE(found.known) << "seed " << seed << ", " << property.name;
  const std::size_t last = trace->steps.size() - 1;
  const std::size_t beyond = trace->loop ? last + trace->steps.size() - *trace->loop : last;
  for (const std::size_t position : {found.step.value_or(beyond), found.step.value_or(0)}) {
    const bool is_below = found.step && position > 0;
    const auto judged = is_sealed_by_check(model, formula, *trace, position);
    if (!judged) continue;
    ++tried.all;
    EXPECT_EQ(*judged, found.step.has_value()) << "seed " << seed << ", " << property.name << " at " << position;
    if (!is_below) continue;
    ++tried.at_a_step;
    const auto before = is_sealed_by_check(model, formula, *trace, position - 1);
    EXPECT_EQ(before, std::optional(false)) << "seed " << seed << ", " << property.name << " at " << position - 1;
  }
  if (!found.choice.empty() && found.step && *found.step <= last) {
    Player player(model.system(), *model.stepper, model.context);
    Wish wish;
    for (const Change& change : found.choice) wish[change.place.variable] = change.to;
    Trace other = *trace;
    other.steps.resize(*found.step + 1);
    other.loop.reset();
    const Step& to = trace->steps[*found.step];
    const auto made = player.step(other.steps[*found.step - 1].state, to.inputs, to.state, wish);
    ASSERT_TRUE(made);
    other.steps.back() = {made->state, made->inputs, {}};
    EXPECT_EQ(is_sealed_by_check(model, formula, other, *found.step), std::optional(false))
        << "seed " << seed << ", " << property.name;
  }
}

TEST(Contrast, SealedStepsAreThoseThatTheCheckOfTheWholeFormulaGives) {
  Tried tried;
  for (std::uint64_t seed = 0; seed < seeds(320); ++seed) {
    SmallModel model(agree::random_model(seed));
    if (!model.ok()) continue;
    for (const Property& property : model.program->properties) expect_as_checked(model, property, seed, tried);
  }
  EXPECT_GT(tried.all, 300u);
  EXPECT_GT(tried.at_a_step, 40u);
}

TEST(Contrast, SealedStepsOfABoundedPastAreThoseOfTheCheck) {
  Tried tried;
  for (std::uint64_t seed = 0; seed < seeds(150); ++seed) {
    Random random(seed);
    const std::size_t from = random.below(3), to = from + random.below(3);
    SmallModel model(random_constraints(seed, "LTLSPEC") +
                     fmt::format("LTLSPEC G (c = {} -> {}{} [{},{}] {})\n", random.below(3), random.below(2) ? "!" : "",
                                 random.below(2) ? "O" : "H", from, to, random.below(2) ? "a" : "c = 1"));
    if (!model.ok()) continue;
    const Property& property = model.program->properties.back();
    EXPECT_TRUE(Owing::takes(formula_on_run(model.pool, property)));
    expect_as_checked(model, property, seed, tried);
  }
  EXPECT_GT(tried.all, 60u);
  EXPECT_GT(tried.at_a_step, 10u);
}

// What TRANS leaves no choice of follows from an input: the input is named.
TEST(Contrast, WhatTransForcesIsNoChoice) {
  SmallModel model(R"(MODULE main
VAR s : {idle, busy, broken};
IVAR kick : boolean;
INIT s = idle
TRANS s = idle -> next(s) = busy
TRANS s = busy & kick -> next(s) = broken
TRANS s = busy & !kick -> next(s) = idle
TRANS s = broken -> next(s) = broken
LTLSPEC G s != broken)");
  ASSERT_TRUE(model.ok());
  const Property& property = model.program->properties[0];
  const auto trace = model.counterexample(property, "bmc", 5);
  ASSERT_TRUE(trace);
  const Player player(model.system(), *model.stepper, model.context);
  for (const Choice& choice : player.choices(*trace)) EXPECT_TRUE(player.is_input(choice.place.variable));
  const Playing playing(model, property, *trace, 1);
  ASSERT_TRUE(playing.near.best);
  EXPECT_TRUE(player.is_input(playing.near.best->changes[0].place.variable));
}

// A passing run with one value altered is believed only where it is one all the same; one that has a change undone is
// the failing run, or needs the change.
TEST(Contrast, AlteredRunsAreRefused) {
  std::size_t altered = 0, refused = 0;
  for (std::uint64_t seed = 0; seed < seeds(120); ++seed) {
    Random random(seed);
    SmallModel model(agree::random_model(seed));
    if (!model.ok()) continue;
    for (const Property& property : model.program->properties) {
      const auto trace = model.counterexample(property, "bmc", 5);
      const Expr formula = trace ? formula_on_run(model.pool, property) : Expr();
      if (!formula || !Owing::takes(formula)) continue;
      const Playing playing(model, property, *trace, 1);
      if (!playing.near.best) continue;
      const Trace& run = playing.near.best->run;
      EXPECT_TRUE(passes(model.system(), *model.stepper, formula, run));
      const bool trace_passes = trace->loop && passes(model.system(), *model.stepper, formula, *trace);
      EXPECT_FALSE(trace_passes);
      for (int i = 0; i < 8; ++i) {
        Trace other = run;
        State& state = other.steps[random.below(other.steps.size())].state;
        const std::size_t column = random.below(state.size());
        const Type type = other.signature->columns[column].type;
        const Value value = type.value(Integer(random.below(static_cast<std::uint64_t>(*type.size()))));
        if (value == state[column]) continue;
        state[column] = value;
        ++altered;
        const bool is_run = !replay_run(*model.stepper, other);
        const bool is_true = TraceTruth(model.system(), other, formula).at(formula, 0) == Truth::True;
        const bool believed = passes(model.system(), *model.stepper, formula, other);
        EXPECT_TRUE(!believed || (is_run && is_true)) << "seed " << seed << ", " << property.name;
        refused += believed ? 0 : 1;
      }
    }
  }
  EXPECT_GT(altered, 200u);
  EXPECT_GT(refused, altered / 2);
}

}  // namespace
}  // namespace whynot::analyse::why
