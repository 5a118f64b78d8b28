// Agreement on random models: every engine that accepts a question must give one verdict, every trace must
// replay, shortest counterexamples must be equally short, values and numbers of states must be the same.  The explicit
// engine lists all states and shares no code with the encoders; it is the judge.
//
//   WHYNOT_RANDOM_MODELS=N   how many models (2,000 by default)
//   WHYNOT_RANDOM_SEED=S     where to begin: to repeat a failure, S and N = 1
//   WHYNOT_RANDOM_SECONDS=T  go on for that long instead
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <unordered_set>

#include "agree/random_model.h"
#include "base/context.h"
#include "encode/bit_system.h"
#include "encode/obligations.h"
#include "engine/engine.h"
#include "engine/explicit/graph.h"
#include "engine/explicit/labelling.h"
#include "engine/oracle.h"
#include "expr/print.h"
#include "front/smv/smv.h"
#include "model/state_hash.h"
#include "model/stepper.h"
#include "model/system/replay_system.h"
#include "support/rounds.h"

namespace whynot::agree {
namespace {

constexpr std::size_t bound = 10;

struct Loaded {
  Sources sources;
  ExprPool pool;
  Diagnostics diagnostics;
  std::optional<front::smv::Program> program;

  explicit Loaded(const std::string& text) {
    program = front::smv::load(sources.add("random.smv", text), sources, pool, diagnostics);
    if (!program) return;
    Context context;
    encode::discharge(program->system, context, diagnostics);
    if (!diagnostics.ok()) program.reset();
  }
};

std::string verdict_text(const Verdict& verdict) {
  if (std::holds_alternative<Holds>(verdict)) return "holds";
  if (std::holds_alternative<Violated>(verdict)) return "violated";
  if (const auto* none = std::get_if<NoneUpTo>(&verdict)) return "none up to " + std::to_string(none->depth);
  if (const auto* unknown = std::get_if<Unknown>(&verdict)) return "unknown: " + unknown->reason;
  const auto& value = std::get<Computed>(verdict).value;
  return "value " + (value ? to_string(*value) : "infinity");
}

const WholeSpace* space_of(const Verdict& verdict) {
  const auto* holds = std::get_if<Holds>(&verdict);
  return holds ? std::get_if<WholeSpace>(&holds->evidence) : nullptr;
}

// Bounded checking closes a loop where all that the formula reads is the same again, inputs included (as
// NuSMV does), so that its lasso may be one step longer than needed.
std::size_t bounded_slack(const Property& property) {
  return property.kind != PropertyKind::Invariant && property.text.find("go") != std::string::npos ? 1 : 0;
}

// Nothing if the engine's verdict agrees with the judge's.
std::string disagreement(const Property& property, const Verdict& judge, const Verdict& verdict, bool complete,
                         bool wanders) {
  const bool fails = std::holds_alternative<Violated>(judge), found = std::holds_alternative<Violated>(verdict);
  if (std::holds_alternative<Unknown>(verdict)) return complete ? "a complete engine gave no verdict" : "";
  if (std::holds_alternative<Computed>(judge) || std::holds_alternative<Computed>(verdict))
    return verdict_text(judge) == verdict_text(verdict) ? "" : "values differ";
  if (found != fails && (found || std::holds_alternative<Holds>(verdict))) return "verdicts differ";
  // A bounded engine may only miss what lies deeper than its bound.
  const Trace *ours = trace_of(verdict), *theirs = trace_of(judge);
  const std::size_t slack = bounded_slack(property);
  if (!found && fails && theirs && theirs->depth() + slack <= bound)
    return "a counterexample within the bound was missed";
  const bool is_invariant = property.kind == PropertyKind::Invariant;
  if (ours && theirs && wanders)
    return is_invariant && ours->depth() < theirs->depth() ? "shorter than a shortest counterexample" : "";
  if (ours && theirs && is_invariant && ours->depth() != theirs->depth()) return "not a shortest counterexample";
  // Lassos of decision diagrams are short, not shortest.
  if (ours && theirs && !complete && ours->depth() > theirs->depth() + slack) return "not a shortest counterexample";
  return "";
}

// The listed states as they differ in the variables that matter to the property: what a verdict tells the number of.
std::size_t states_that_matter(const TransitionSystem& system, const Property& property, const engine::Graph& graph) {
  std::vector<Expr> roots{property.formula};
  for (const Constraint& c : system.justice) roots.push_back(c.condition);
  for (const Compassion& c : system.compassion) roots.insert(roots.end(), {c.p, c.q});
  Context context;
  encode::BitSystem bits(system);
  bits.settle_fits(context);
  const std::vector<bool> cone = bits.cone(roots);
  std::unordered_set<State, StateHash> seen;
  for (const State& state : graph.states) {
    State projected;
    for (std::size_t v = 0, column = 0; v < system.variables.size(); ++v) {
      if (system.variables[v].kind == VariableKind::Input) continue;
      if (cone[v]) projected.push_back(state[column]);
      ++column;
    }
    seen.insert(std::move(projected));
  }
  return seen.size();
}

// An engine that wanders has no end of its own where a property holds: a short walk is enough to catch a lie.
Verdict verdict_of(const engine::Engine& engine, const Query& query, Context& context) {
  const auto search = engine.start(query, context);
  if (!engine.powers().wanders) return search->next();
  return search->advance(5).value_or(Unknown{"not found on a short walk"});
}

// How many states are reachable, initial, and begin a fair run: what decision diagrams count, listed.
std::string miscounted(const TransitionSystem& system, const engine::Graph& graph, Keep& keep) {
  Context context({std::chrono::seconds(60), std::nullopt});
  const auto oracle = engine::make_oracle(system, &keep, context);
  if (oracle->stopped()) return "";
  const engine::Labelling labelling(system, graph);
  const auto differ = [](const char* what, const Integer& counted, std::size_t listed) {
    return counted == listed ? ""
                             : fmt::format("{} states: {} are counted, {} listed", what, to_string(counted), listed);
  };
  const auto fair = static_cast<std::size_t>(std::count(labelling.fair().begin(), labelling.fair().end(), true));
  return differ("reachable", oracle->count(oracle->reachable()), graph.size()) +
         differ("initial", oracle->count(oracle->initial()), graph.initial.size()) +
         differ("fair", oracle->count(oracle->fair()), fair);
}

// What is wrong with the verdicts on a model, or nothing.
std::string problem(const std::string& text) {
  Loaded loaded(text);
  if (!loaded.program) return "";
  const TransitionSystem& system = loaded.program->system;
  const auto stepper = make_stepper(system);
  Keep keep;
  Context listing({std::chrono::seconds(60), std::nullopt});
  std::string reason;
  const auto graph = engine::explore(*stepper, listing, 100'000, reason);
  const std::string wrong_count = graph ? miscounted(system, *graph, keep) : "";
  if (!wrong_count.empty()) return wrong_count;
  for (const Property& property : loaded.program->properties) {
    const Query query{&system, &property, {}, bound, &keep};
    Context context({std::chrono::seconds(60), std::nullopt});
    const Verdict judge = engine::engine_named("explicit")->start(query, context)->next();
    if (std::holds_alternative<Unknown>(judge)) continue;  // a formula too large for it: nobody to judge
    for (const engine::Engine* engine : engine::engines()) {
      if (engine->refuses(query)) continue;
      const bool is_judge = engine->name() == "explicit";
      const Verdict verdict = is_judge ? judge : verdict_of(*engine, query, context);
      if (const Trace* trace = trace_of(verdict))
        if (const auto refusal = replay_system(system, *stepper, *trace, property))
          return fmt::format("{}: {}: replay refused at step {}: {}", property.name, engine->name(), refusal->step,
                             refusal->reason);
      if (const WholeSpace* space = space_of(verdict); space && graph && !is_judge)
        if (const std::size_t listed = states_that_matter(system, property, *graph); listed != space->states)
          return fmt::format("{} ({}): {} tells of {} states, {} are listed", property.name, property.text,
                             engine->name(), to_string(space->states), listed);
      const bool complete = engine->name() == "bdd";
      const std::string wrong =
          is_judge ? "" : disagreement(property, judge, verdict, complete, engine->powers().wanders);
      if (!wrong.empty())
        return fmt::format("{} ({}): {}: explicit says {}, {} says {}", property.name, property.text, wrong,
                           verdict_text(judge), engine->name(), verdict_text(verdict));
    }
  }
  return "";
}

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value ? std::strtoull(value, nullptr, 10) : otherwise;
}

std::string answer_of_judge(const Loaded& model, const Property& property, Keep& keep) {
  Context context;
  const Query query{&model.program->system, &property, {}, bound, &keep};
  return verdict_text(engine::engine_named("explicit")->start(query, context)->next());
}

// What evidence and reports print are formulas of the language: read again, they mean what they meant.
TEST(Agree, PrintedFormulasReadBack) {
  std::size_t read = 0;
  for (std::uint64_t seed = 1; seed <= rounds(60); ++seed) {
    Loaded model(random_model(seed));
    if (!model.program) continue;
    Keep keep;
    for (const Property& p : model.program->properties) {
      if (p.kind == PropertyKind::Compute) continue;
      const std::string text = to_string(model.pool, p.formula);
      std::vector<Obligation> obligations;
      const auto again = front::smv::parse_property(model.sources.add("printed", text), model.sources,
                                                    *model.program->scope, p.kind, obligations, model.diagnostics);
      ASSERT_TRUE(again) << "seed " << seed << ": " << p.text << " was printed as " << text;
      ASSERT_EQ(answer_of_judge(model, *again, keep), answer_of_judge(model, p, keep))
          << "seed " << seed << ": " << p.text << " was printed as " << text;
      ++read;
    }
  }
  EXPECT_GT(read, rounds(60));
}

TEST(Agree, EnginesAgreeOnRandomModels) {
  const std::uint64_t seed = setting("WHYNOT_RANDOM_SEED", 1), seconds = setting("WHYNOT_RANDOM_SECONDS", 0);
  const std::uint64_t models = seconds ? ~std::uint64_t{0} >> 1 : setting("WHYNOT_RANDOM_MODELS", rounds(2000));
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  std::uint64_t loaded = 0;
  for (std::uint64_t i = 0; i < models; ++i) {
    if (seconds && std::chrono::steady_clock::now() > end) break;
    const std::string text = random_model(seed + i, {.computes = 2});
    loaded += Loaded(text).program.has_value();
    const std::string wrong = problem(text);
    if (wrong.empty()) continue;
    const std::string small = shrink(text, [](const std::string& t) { return !problem(t).empty(); });
    ASSERT_EQ(problem(small), "") << "seed " << seed + i << " (" << wrong << "), shrunk to\n" << small;
  }
  if (!seconds && models >= 100) {
    EXPECT_GE(loaded * 10, models * 9) << "the generator makes too many models that do not load";
  }
}

}  // namespace
}  // namespace whynot::agree
