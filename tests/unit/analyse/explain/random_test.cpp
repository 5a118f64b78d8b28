// Random models and formulas: the explicit engine says what is true, the checker whether the proof of it is one.
//
//   WHYNOT_RANDOM_PROOFS=N, WHYNOT_RANDOM_SEED=S
#include <cstdlib>

#include "agree/random_model.h"
#include "engine/engine.h"
#include "engine/partial/endless.h"
#include "engine/partial/trace_oracle.h"
#include "unit/analyse/explain/support.h"

namespace whynot::analyse::explain {
namespace {

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value ? std::strtoull(value, nullptr, 10) : otherwise;
}

std::string problem(Loaded& loaded, engine::Oracle& oracle, const Property& property, const Verdict& judge) {
  Builder builder(loaded.program->system, oracle, loaded.context);
  if (!builder.start(property)) return property.text + ": no verdict";
  if (builder.proof().holds == std::holds_alternative<Violated>(judge)) return property.text + ": verdicts differ";
  expand_all(builder);
  for (const NodeId leaf : builder.leaves())
    if (builder.proof().nodes.size() < 4000)
      return fmt::format("{}: a goal stays open\n{}", property.text, describe(loaded, builder.proof(), leaf));
  Checker checker(loaded.program->system, *loaded.stepper, loaded.context);
  if (const auto refusal = checker.check(builder.proof(), property.formula))
    return fmt::format("{}: {}\n{}", property.text, refusal->reason,
                       refusal->node == no_node ? "" : describe(loaded, builder.proof(), refusal->node));
  return "";
}

// A run that violates the property is all that a proof of that takes.
std::string problem_along_run(Loaded& loaded, const Property& property) {
  const TransitionSystem& system = loaded.program->system;
  const auto search = engine::engine_named("bdd")->start({&system, &property, {}, 10, nullptr}, loaded.context);
  const Verdict verdict = search->next();
  const Trace* trace = trace_of(verdict);
  if (!trace || !system.compassion.empty()) return "";
  Checker checker(system, *loaded.stepper, loaded.context);
  const auto first = engine::partial::make_trace_oracle(system, *trace, false);
  const bool total = system.justice.empty() && checker.always_steps(Choices(system, *first).unasked());
  std::optional<Trace> longer;
  if (!total && !trace->loop) longer = engine::partial::endless(system, *trace, loaded.context);
  const auto oracle = engine::partial::make_trace_oracle(system, longer ? *longer : *trace, total);
  Builder builder(system, *oracle, loaded.context);
  if (!builder.start(property)) return property.text + ": no verdict";
  if (builder.proof().holds) return property.text + ": the run shows nothing";
  expand_all(builder);
  if (!builder.leaves().empty() && builder.proof().nodes.size() < 4000) return property.text + ": a goal stays open";
  const auto refusal = checker.check(builder.proof(), property.formula);
  return refusal ? property.text + ": " + refusal->reason : "";
}

std::string problem(const std::string& text) {
  Loaded loaded(text);
  if (!loaded.program) return "";
  for (const Property& property : loaded.program->properties) {
    if (!property.is_ctl() && property.kind != PropertyKind::Invariant) continue;
    const Query query{&loaded.program->system, &property, {}, 10, nullptr};
    const Verdict judge = engine::engine_named("explicit")->start(query, loaded.context)->next();
    if (std::holds_alternative<Unknown>(judge)) continue;
    if (std::string wrong = problem(loaded, *loaded.oracle, property, judge); !wrong.empty()) return wrong;
    std::vector<Expr> matters = Outside::wayward(loaded.program->system);
    matters.push_back(property.formula);
    const auto cone = engine::make_oracle(loaded.program->system, nullptr, loaded.context, matters);
    if (std::string wrong = problem(loaded, *cone, property, judge); !wrong.empty()) return "within the cone: " + wrong;
    const auto loose = engine::make_loose_oracle(loaded.program->system, loaded.context, matters);
    if (std::string wrong = problem(loaded, *loose, property, judge); !wrong.empty()) return "loosely: " + wrong;
    if (std::string wrong = problem_along_run(loaded, property); !wrong.empty()) return "along a run: " + wrong;
  }
  return "";
}

TEST(Random, ProofsAgreeWithTheExplicitEngineAndPassTheChecker) {
  const std::uint64_t seed = setting("WHYNOT_RANDOM_SEED", 1), models = setting("WHYNOT_RANDOM_PROOFS", 150);
  for (std::uint64_t i = 0; i < models; ++i) {
    agree::Shape shape;
    shape.properties = 6;
    const std::string text = agree::random_model(seed + i, shape);
    const std::string wrong = problem(text);
    if (wrong.empty()) continue;
    const std::string small = agree::shrink(text, [](const std::string& t) { return !problem(t).empty(); });
    FAIL() << "seed " << seed + i << ": " << problem(small) << "\n" << small;
  }
}

}  // namespace
}  // namespace whynot::analyse::explain
