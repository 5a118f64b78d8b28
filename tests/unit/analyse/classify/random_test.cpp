// Classification of random models against brute force: all runs up to a bound are listed with the Stepper, judged
// by the direct semantics of LTL, and what was found is checked on every one of them.
//
//   WHYNOT_RANDOM_MODELS=N   how many models;  WHYNOT_RANDOM_SEED=S   where to begin
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>

#include "agree/random_model.h"
#include "analyse/classify/classify.h"
#include "analyse/classify/discover.h"
#include "analyse/classify/facts/guards.h"
#include "analyse/classify/facts/step_comparisons.h"
#include "analyse/classify/facts/tied.h"
#include "encode/obligations.h"
#include "front/smv/smv.h"
#include "model/system/replay_system.h"
#include "model/system/truth.h"
#include "support/rounds.h"
#include "unit/analyse/classify/judged.h"

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t most_runs = 30'000;

struct Loaded {
  Sources sources;
  ExprPool pool;
  Diagnostics diagnostics;
  std::optional<front::smv::Program> program;
  std::unique_ptr<Stepper> stepper;

  explicit Loaded(const std::string& text) {
    program = front::smv::load(sources.add("random.smv", text), sources, pool, diagnostics);
    if (!program) return;
    Context context;
    encode::discharge(program->system, context, diagnostics);
    if (!diagnostics.ok())
      program.reset();
    else
      stepper = make_stepper(program->system);
  }
};

// All finite runs of at most `bound` transitions, in the order of their lengths; nothing when there are too many.
std::optional<std::vector<Trace>> all_runs(const Stepper& stepper, std::size_t bound) {
  Context context;
  std::vector<Trace> runs;
  Trace start;
  start.signature = stepper.signature();
  stepper.initial(context, [&](State s) {
    Trace t = start;
    t.steps.push_back({std::move(s), {}, std::nullopt});
    runs.push_back(std::move(t));
    return runs.size() < most_runs;
  });
  for (std::size_t i = 0; i < runs.size() && runs[i].depth() < bound; ++i) {
    const Trace from = runs[i];
    stepper.successors(from.steps.back().state, context, [&](Successor s) {
      Trace t = from;
      t.steps.push_back({std::move(s.state), std::move(s.inputs), std::nullopt});
      runs.push_back(std::move(t));
      return runs.size() < most_runs;
    });
    if (runs.size() >= most_runs) return std::nullopt;
  }
  return runs;
}

std::vector<Trace> all_lassos(const Stepper& stepper, const std::vector<Trace>& runs, std::size_t bound) {
  Context context;
  std::vector<Trace> lassos;
  for (const Trace& run : runs) {
    if (run.steps.size() > bound) continue;
    stepper.successors(run.steps.back().state, context, [&](Successor s) {
      for (std::size_t i = 0; i < run.steps.size(); ++i) {
        if (run.steps[i].state != s.state) continue;
        Trace t = run;
        t.loop = i;
        t.closing_inputs = s.inputs;
        lassos.push_back(std::move(t));
      }
      return true;
    });
  }
  return lassos;
}

bool is_of_transitions(const Loaded& model, const Property& property) {
  return speaks_of_transition(property.formula, [&](Expr x) {
    for (const VariableDecl& d : model.program->system.variables)
      if (d.variable == x) return d.kind == VariableKind::Input;
    return false;
  });
}

Judged judge(const Loaded& model, const Property& property, const std::vector<Trace>& runs, bool lassos) {
  Judged result;
  const TransitionSystem& system = model.program->system;
  for (const Trace& t : runs) {
    if (lassos) {
      if (!replay_system(system, *model.stepper, t, property, Polarity::Violating))
        result.violating.push_back(t);
      else if (!replay_system(system, *model.stepper, t, property, Polarity::Passing))
        result.passing.push_back(t);
      continue;
    }
    const TraceTruth truth(system, t, property.formula);
    bool violated = property.is_ltl() && truth.at(property.formula, 0) == Truth::False;
    // What a condition on transitions says of the last position is open.
    const std::size_t judged = t.steps.size() - (is_of_transitions(model, property) ? 1 : 0);
    for (std::size_t i = 0; property.kind == PropertyKind::Invariant && i < judged; ++i)
      violated = violated || truth.at(property.formula, i) == Truth::False;
    (violated ? result.violating : result.passing).push_back(t);
  }
  return result;
}

// Those that the formula says of states and steps.
std::vector<Expr> conditions_in(Expr formula) {
  if (!contains_op(formula, is_temporal)) return {formula};
  std::vector<Expr> found;
  for (std::size_t i = 0; i < formula.arity(); ++i)
    for (Expr e : conditions_in(formula.arg(i)))
      if (!support(e).empty()) found.push_back(e);
  return found;
}

void classify_and_check(Loaded& model, const Property& property, std::size_t bound, std::uint64_t seed) {
  const auto runs = all_runs(*model.stepper, bound);
  if (!runs) return;
  Options options;
  options.bound = bound;
  options.mode = seed % 3 == 0 ? Mode::Exact : Mode::UpTo;
  options.keep_going = seed % 4 == 1;
  options.certify = seed % 6 == 2;
  options.constants = seed % 4 == 2;
  const std::vector<Expr> own = support(property.formula);
  for (const VariableDecl& d : model.program->system.variables)
    if (seed % 2 == 0 || std::find(own.begin(), own.end(), d.variable) == own.end())
      options.vocabulary.push_back(d.variable);
  if (seed % 7 < 3) {
    options.grammar = {.ranges = true, .differs = true, .pairs = true, .loops = true, .always = seed % 3 != 0};
    if (seed % 2 == 0) options.grammar.early = own;
    options.grammar.one_early = seed % 4 == 0;
    options.grammar.between = seed % 3 == 1;
    if (seed % 5 != 4) options.grammar.names = numbers_as_names(model.program->system, property);
    if (seed % 5 == 0) options.grammar.guards = guards_of(model.program->system, own);
    if (seed % 5 == 0) options.grammar.own = own;
    if (seed % 10 == 0) options.predicates = changes_of(model.program->system, options.vocabulary, own);
    if (seed % 5 == 4) options.predicates = step_comparisons(model.program->system, property, true);
    if (seed % 5 == 1) options.grammar.parts = conditions_in(property.formula);
  }
  if (seed % 5 == 2) {
    const Expr x = model.program->system.variables.front().variable;
    options.predicates.push_back(same_value(model.program->system, x, seed % 2 == 0));
    options.anchor = 0;
  } else if (seed % 5 == 3) {
    const Expr x = model.program->system.variables.front().variable;
    options.predicates = {same_as_at_one(model.program->system, x), numbered(model.program->system, x, seed % 2 == 0)};
  }
  Context context;
  const bool discovers = seed % 7 == 3 && !options.anchor && !options.constants && !options.keep_going;
  if (discovers && seed % 2 == 1) options.own = own;
  Outcome outcome = discovers
                        ? discover(model.program->system, *model.stepper, property, options, seed % 14 == 3, context)
                        : classify(model.program->system, *model.stepper, property, options, context);
  const auto* found = std::get_if<Classes>(&outcome.result);
  if (!found) return;
  // Loops close on what was read of transitions, so depths are not those of plain lassos then; and what a condition on
  // transitions says of the end of a finite run is open.
  if (is_of_transitions(model, property) && (found->lassos || property.is_ltl())) return;
  std::vector<Trace> chosen = found->lassos ? all_lassos(*model.stepper, *runs, bound) : *runs;
  if (options.mode == Mode::Exact) std::erase_if(chosen, [&](const Trace& t) { return t.depth() != bound; });
  Judged judged = judge(model, property, chosen, found->lassos);
  if (options.anchor)
    std::erase_if(judged.violating, [&](const Trace& t) { return !has_anchor(*outcome.vocabulary, t); });
  check(*outcome.vocabulary, *found, judged);
  EXPECT_TRUE(found->doubt.empty() || !found->stopped.empty()) << found->doubt;
  if (found->insufficient && !found->insufficient->placement.empty())
    check_insufficient(*outcome.vocabulary, *found->insufficient);
}

TEST(RandomClassification, AgreesWithBruteForce) {
  const char* number = std::getenv("WHYNOT_RANDOM_MODELS");
  const char* begin = std::getenv("WHYNOT_RANDOM_SEED");
  const std::uint64_t first = begin ? std::strtoull(begin, nullptr, 10) : 1;
  const std::uint64_t count = number ? std::strtoull(number, nullptr, 10) : rounds(60);
  std::size_t treated = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    agree::Shape shape;
    shape.fairness = seed % 5 == 0;
    const std::string text = agree::random_model(seed, shape);
    Loaded model(text);
    if (!model.program) continue;
    for (const Property& property : model.program->properties) {
      if (!property.is_ltl() && property.kind != PropertyKind::Invariant) continue;
      classify_and_check(model, property, 2 + seed % 2, seed);
      ++treated;
      ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed << ", property " << property.name << "\n" << text;
    }
  }
  if (!begin) {
    EXPECT_GT(treated, count / 2);
  }
}

// What is claimed of runs of any length is checked on all runs that are longer than the bound by some steps.
void check_any_length(Loaded& model, const Property& property, bool tied, std::size_t& proved) {
  const auto runs = all_runs(*model.stepper, 4);
  if (!runs) return;
  Options options;
  options.bound = 2;
  options.mode = Mode::Any;
  options.constants = !tied;
  for (const VariableDecl& d : model.program->system.variables) options.vocabulary.push_back(d.variable);
  if (tied) {
    options.predicates.push_back(same_value(model.program->system, options.vocabulary.front(), true, true));
    options.anchor = 0;
  } else {
    options.predicates.push_back(same_as_at_one(model.program->system, options.vocabulary.front()));
  }
  Context context;
  Outcome outcome = classify(model.program->system, *model.stepper, property, options, context);
  const auto* found = std::get_if<Classes>(&outcome.result);
  if (!found || found->lassos || !found->stopped.empty() || (is_of_transitions(model, property) && property.is_ltl()))
    return;
  const Vocabulary& v = *outcome.vocabulary;
  const Judged judged = judge(model, property, *runs, false);
  for (const Class& c : found->classes) {
    if (!c.unbounded) continue;
    ++proved;
    EXPECT_FALSE(any_satisfies(v, c.constraint, judged.passing))
        << "not sufficient: " << constraint_text(v, c.constraint);
  }
  if (!found->unbounded) return;
  for (const Trace& t : judged.violating)
    EXPECT_TRUE((tied && !has_anchor(v, t)) ||
                std::any_of(found->classes.begin(), found->classes.end(),
                            [&](const Class& c) { return v.satisfied(c.constraint, t).has_value(); }))
        << "a counterexample of " << t.depth() << " steps is in no class";
}

TEST(RandomClassification, AnyLength) {
  std::size_t invariants = 0, formulas = 0, ties = 0;
  for (std::uint64_t seed = 500; seed < 524; ++seed) {
    const std::string text = agree::random_model(seed, {});
    Loaded model(text);
    if (!model.program) continue;
    for (const Property& property : model.program->properties) {
      if (!property.is_ltl() && property.kind != PropertyKind::Invariant) continue;
      const bool tied = seed % 4 == 0;
      check_any_length(model, property, tied, tied ? ties : property.is_ltl() ? formulas : invariants);
      ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed << ", property " << property.name << "\n" << text;
    }
  }
  EXPECT_GT(invariants, 0u);
  EXPECT_GT(formulas, 0u);
  EXPECT_GT(ties, 0u);
}

// x is 2 at step 2 in every counterexample, and passing runs have it at other steps: only its number tells.
constexpr const char* by_number =
    "MODULE main\nVAR t : 0..4; x : 0..2; bad : boolean;\n"
    "ASSIGN init(t) := 0; next(t) := case t < 4 : t + 1; TRUE : 4; esac;\n"
    "init(bad) := FALSE; next(bad) := bad | (t = 2 & x = 2);\nINVARSPEC !bad;\n";

TEST(Classification, ConstantPositionsOnlyWhereTheyAreAsked) {
  Loaded model(by_number);
  ASSERT_TRUE(model.program);
  Options options;
  options.bound = 4;
  options.vocabulary = {model.program->system.variables[1].variable};
  ASSERT_EQ(model.program->system.pool->name_of(options.vocabulary[0]), "x");
  Context context;
  const auto ask = [&] {
    return classify(model.program->system, *model.stepper, model.program->properties.front(), options, context);
  };
  Outcome outcome = ask();
  EXPECT_TRUE(std::get<Classes>(outcome.result).insufficient);
  options.constants = true;
  for (bool smallest : {false, true})
    for (Mode mode : {Mode::UpTo, Mode::Exact}) {
      options.mode = mode;
      options.smallest = smallest;
      outcome = ask();
      const Classes& found = std::get<Classes>(outcome.result);
      ASSERT_EQ(found.classes.size(), 1u);
      // The step after shows it: a run that ends at step 2 passes.
      const std::string text = constraint_text(*outcome.vocabulary, found.classes[0].constraint);
      if (mode == Mode::Exact) {
        EXPECT_EQ(text, "x@2 = 2");
      }
      EXPECT_NE(text.find("x@2 = 2"), std::string::npos) << text;
      Judged judged = judge(model, model.program->properties.front(), *all_runs(*model.stepper, 4), false);
      if (mode == Mode::Exact)
        for (std::vector<Trace>* runs : {&judged.violating, &judged.passing})
          std::erase_if(*runs, [](const Trace& t) { return t.depth() != 4; });
      check(*outcome.vocabulary, found, judged);
    }
}

// What an evaluator of constraints says, against the runs themselves.
TEST(Classification, ConstantPositionsAreThoseSteps) {
  Loaded model(by_number);
  ASSERT_TRUE(model.program);
  const Expr x = model.program->system.variables[1].variable;
  Vocabulary v(model.program->system, {x}, {same_as_at_one(model.program->system, x)});
  const auto runs = all_runs(*model.stepper, 3);
  ASSERT_TRUE(runs);
  for (const Trace& t : *runs) {
    std::size_t facts = 0;
    for (std::size_t i = 0; i < t.steps.size(); ++i) {
      const bool same = t.steps.size() > 1 && t.steps[i].state[1] == t.steps[1].state[1];
      EXPECT_EQ(v.holds({0, {0, fixed_position(1)}}, t, {i}), same);
      facts += same;
    }
    EXPECT_EQ(v.satisfied(instance_of(v, 0), t).has_value(), t.steps.size() > 1);
    EXPECT_EQ(v.facts_of(t, t.steps.size())->size(), facts + t.steps.size());
  }
  // Positions of which nothing is said cost nothing, however many there are.
  TraceClass c{40, {gap_between(trace_start, 39, 9), {0, {39, fixed_position(1)}}}};
  EXPECT_FALSE(v.satisfied(c, runs->back()));
  c.facts[0].least = 1;
  EXPECT_TRUE(v.satisfied(c, runs->back()));
}

// Runs that get stuck are no beginnings of infinite ones: LTL is then about lassos.
TEST(Classification, DeadlocksLeaveLassos) {
  Loaded model(
      "MODULE main\nVAR x : 0..2; y : boolean;\nASSIGN next(x) := case x < 2 : x + 1; TRUE : 2; esac;\n"
      "TRANS y -> x < 1;\nLTLSPEC G x != 1;\n");
  ASSERT_TRUE(model.program);
  Options options;
  options.bound = 4;
  for (const VariableDecl& d : model.program->system.variables) options.vocabulary.push_back(d.variable);
  Context context;
  const Outcome outcome =
      classify(model.program->system, *model.stepper, model.program->properties.front(), options, context);
  ASSERT_TRUE(std::holds_alternative<Classes>(outcome.result));
  const Classes& found = std::get<Classes>(outcome.result);
  EXPECT_TRUE(found.lassos);
  for (const Class& c : found.classes) EXPECT_TRUE(c.representative.loop);
  EXPECT_TRUE(found.total);
}

}  // namespace
}  // namespace whynot::analyse::classify
