// The sealed step and the nearest passing run, against checks of the whole formula with the beginning of the trace
// written into it, and against a replay of choices on the successors that the Stepper lists.
#include <fmt/format.h>

#include <algorithm>

#include "agree/random_model.h"
#include "analyse/why/contrast/nearest.h"
#include "analyse/why/contrast/sealed.h"
#include "analyse/why/failure.h"
#include "model/system/truth.h"
#include "unit/analyse/why/small_model.h"

namespace whynot::analyse::why {
namespace {

struct Playing {
  Playing(SmallModel& m, const Property& property, const Trace& t, std::size_t most = 2)
      : model(m), trace(t), formula(formula_on_run(m.pool, property)), owing(m.system(), formula) {
    question.system = &model.system();
    question.stepper = model.stepper.get();
    question.trace = &trace;
    question.formula = formula;
    question.most = most;
    const Failure told = failure(model.system(), property, trace);
    for (const AtomTold& atom : told.witnesses.at(0).atoms)
      if (atom.is_trigger) question.triggers.push_back({atom.atom, atom.step, atom.holds});
    seal = sealed(model.system(), *model.stepper, trace, owing, continuations, model.context);
    near = nearest(question, owing, continuations, model.context);
  }
  std::string text(const std::vector<Change>& changes) const {
    std::string out;
    for (const Change& c : changes)
      out += fmt::format("{}{}@{}{}: {} to {}", out.empty() ? "" : ", ",
                         model.pool.name_of(model.system().variables[c.place.variable].variable), c.place.step,
                         c.place.closing ? "'" : "", c.from.to_string(), c.to.to_string());
    return out;
  }

  SmallModel& model;
  const Trace& trace;
  Expr formula;
  Owing owing;
  Continuations continuations{owing, model.context, 1000};
  NearestQuestion question;
  Sealed seal;
  Nearest near;
};

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

// Plays choices again on the successors that the Stepper lists: of those that are left, column by column, the ones that
// have the trace's value, else the value before, else the first one.
class ListedPlayer {
 public:
  ListedPlayer(SmallModel& model, const Trace& trace) : model_(model), trace_(trace) {
    std::size_t column = 0, input = 0;
    for (const VariableDecl& v : model.system().variables)
      place_.push_back(v.kind == VariableKind::Input ? input++ : column++);
  }

  // Nothing where the change cannot be made.
  std::optional<Trace> play(const Place& at, const Value& to, bool each_round) {
    Trace run;
    run.signature = trace_.signature;
    std::vector<Successor> starts;
    model_.stepper->initial(model_.context, [&](State state) {
      starts.push_back({{}, {}, std::move(state)});
      return true;
    });
    auto start =
        chosen(std::move(starts), nullptr, trace_.steps[0].state, at.step == 0 && !at.closing ? &at : nullptr, to);
    if (!start) return std::nullopt;
    run.steps.push_back({start->state, {}, {}});
    const std::size_t last = trace_.steps.size() - 1;
    std::vector<std::size_t> at_step = {0}, in_round = {0};
    for (std::size_t step = 0, rounds = 0; run.steps.size() < 400;) {
      const auto next = trace_.after(step);
      if (!next) return run;
      const bool closes = step == last;
      const bool is_here =
          at.step == *next && at.closing == closes && (each_round || rounds == 0) && !(at.step == 0 && !at.closing);
      // Later, where it is possible: the step is to be like that.
      const bool is_later = is_here && rounds > 0;
      State like = trace_.steps[*next].state;
      Inputs inputs = *trace_.inputs_out_of(step);
      if (is_later) (is_input(at.variable) ? inputs : like)[place_[at.variable]] = to;
      auto made = advance(run.steps.back().state, inputs, like, is_here && !is_later ? &at : nullptr, to);
      if (!made) return std::nullopt;
      if (closes) ++rounds;
      step = *next;
      for (std::size_t i = 0; i < run.steps.size(); ++i)
        if (at_step[i] == step && (each_round || in_round[i] > 0) && run.steps[i].state == made->state) {
          run.loop = i;
          run.closing_inputs = made->inputs;
          return run;
        }
      run.steps.push_back({made->state, made->inputs, {}});
      at_step.push_back(step);
      in_round.push_back(rounds);
    }
    return std::nullopt;
  }

 private:
  bool is_input(std::size_t v) const { return model_.system().variables[v].kind == VariableKind::Input; }

  std::optional<Successor> advance(const State& from, Inputs inputs, const State& like, const Place* wish,
                                   const Value& to) {
    if (wish && is_input(wish->variable)) inputs[place_[wish->variable]] = to;
    std::vector<Successor> list;
    model_.stepper->successors(from, model_.context, [&](Successor s) {
      if (s.inputs == inputs) list.push_back(std::move(s));
      return true;
    });
    return chosen(std::move(list), &from, like, wish && !is_input(wish->variable) ? wish : nullptr, to);
  }

  std::optional<Successor> chosen(std::vector<Successor> list, const State* from, const State& like, const Place* wish,
                                  const Value& to) const {
    const auto keep = [&](std::size_t column, const Value& value) {
      const auto has = [&](const Successor& s) { return s.state[column] == value; };
      if (std::none_of(list.begin(), list.end(), has)) return false;
      std::erase_if(list, [&](const Successor& s) { return !has(s); });
      return true;
    };
    // Under constraints a choice is what is open beside the same past, inputs and values declared before it.
    const TransitionSystem& system = model_.system();
    const bool is_tied = !system.trans.empty() || !system.invar.empty() || !system.init.empty();
    for (std::size_t column = 0; wish && is_tied && column < place_[wish->variable]; ++column)
      if (!keep(column, like[column])) return std::nullopt;
    if (wish && !keep(place_[wish->variable], to)) return std::nullopt;
    for (std::size_t column = 0; column < like.size() && !list.empty(); ++column)
      if (!keep(column, like[column]) && !(from && keep(column, (*from)[column]))) {
        const Type type = trace_.signature->columns[column].type;
        const auto least = std::min_element(list.begin(), list.end(), [&](const Successor& a, const Successor& b) {
          return type.index_of(a.state[column]) < type.index_of(b.state[column]);
        });
        keep(column, Value(least->state[column]));
      }
    return list.empty() ? std::nullopt : std::optional(list.front());
  }

  SmallModel& model_;
  const Trace& trace_;
  std::vector<std::size_t> place_;
};

std::string words(const Change& change) {
  return fmt::format("{}@{}{}={}", change.place.variable, change.place.step, change.place.closing ? "'" : "",
                     change.to.to_string());
}

// What helps, by brute force.
struct Helping {
  std::size_t keeping = 0, losing = 0;
};

Value taken_at(const SmallModel& model, const Trace& trace, const Place& at) {
  const auto& variables = model.system().variables;
  const auto is_input = [&](std::size_t v) { return variables[v].kind == VariableKind::Input; };
  std::size_t slot = 0;
  for (std::size_t v = 0; v < at.variable; ++v) slot += is_input(v) == is_input(at.variable) ? 1 : 0;
  if (!is_input(at.variable)) return trace.steps[at.step].state[slot];
  return (at.closing ? trace.closing_inputs : trace.steps[at.step].inputs)[slot];
}

Helping count_helping(SmallModel& model, const Trace& trace, const NearestQuestion& question) {
  ListedPlayer player(model, trace);
  Helping count;
  const auto attempt = [&](const Place& at, const Value& to) {
    bool helps = false, keeps_it = false;
    for (const bool each_round : {false, true}) {
      const auto run = player.play(at, to, each_round);
      if (!run || !run->loop || !passes(model.system(), *model.stepper, question.formula, *run)) continue;
      helps = true;
      keeps_it = keeps_it || keeps(model.system(), question.triggers, *run);
    }
    count.keeping += keeps_it ? 1 : 0;
    count.losing += helps && !keeps_it ? 1 : 0;
  };
  for (std::size_t v = 0; v < model.system().variables.size(); ++v)
    for (std::size_t t = 0; t <= trace.steps.size(); ++t) {
      const bool closes = t == trace.steps.size();
      const Place at{closes ? *trace.loop : t, v, closes};
      const VariableDecl& declared = model.system().variables[v];
      if (declared.kind == VariableKind::Input && t == 0) continue;
      const Type type = declared.variable.type();
      for (Integer i = 0; i < *type.size(); ++i)
        if (!(type.value(i) == taken_at(model, trace, at))) attempt(at, type.value(i));
    }
  return count;
}

// Whether it was compared, and whether something helps.
std::pair<bool, bool> compare_singles(SmallModel& model, const Property& property, const std::string& about) {
  const auto trace = model.counterexample(property, "bmc", 5);
  const Expr formula = trace ? formula_on_run(model.pool, property) : Expr();
  if (!formula || !trace->loop || !Owing::takes(formula)) return {false, false};
  const Playing playing(model, property, *trace, 1);
  if (!playing.near.complete) return {false, false};
  const Helping count = count_helping(model, *trace, playing.question);
  const auto& best = playing.near.best;
  EXPECT_EQ(best.has_value(), count.keeping + count.losing > 0) << about;
  if (best) {
    EXPECT_EQ(best->keeps_trigger, count.keeping > 0) << about << words(best->changes[0]);
    EXPECT_EQ(playing.near.single, count.keeping > 0 ? count.keeping : count.losing) << about;
  }
  return {true, count.keeping > 0};
}

TEST(Contrast, SingleChangesAreThoseThatHelpByBruteForce) {
  std::size_t tried = 0, found = 0;
  agree::Shape shape;
  shape.partial = false;
  for (std::uint64_t seed = 0; seed < seeds(240) && !HasFailure(); ++seed) {
    SmallModel model(agree::random_model(seed, shape));
    if (!model.ok() || !model.system().trans.empty() || !model.system().invar.empty() || !model.system().init.empty())
      continue;
    for (const Property& property : model.program->properties) {
      const auto [compared, helps] =
          compare_singles(model, property, fmt::format("seed {}, {}: ", seed, property.name));
      tried += compared ? 1 : 0;
      found += helps ? 1 : 0;
    }
  }
  EXPECT_GT(tried, 60u);
  EXPECT_GT(found, 20u);
}

TEST(Contrast, SingleChangesUnderConstraintsAreThoseThatHelpByBruteForce) {
  std::size_t tried = 0, found = 0;
  for (std::uint64_t seed = 0; seed < seeds(400) && !HasFailure(); ++seed) {
    const std::string text = random_constraints(seed, "LTLSPEC");
    SmallModel model(text);
    ASSERT_TRUE(model.ok()) << text;
    const auto [compared, helps] = compare_singles(model, model.program->properties[0], text);
    tried += compared ? 1 : 0;
    found += helps ? 1 : 0;
  }
  EXPECT_GT(tried, 60u);
  EXPECT_GT(found, 20u);
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
