// A model from text, and a counterexample of one of its properties.
#pragma once
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/random.h"
#include "encode/obligations.h"
#include "engine/engine.h"
#include "front/smv/smv.h"
#include "model/system/replay_system.h"

namespace whynot::analyse::why {

// How many random systems a test goes through; WHYNOT_RANDOM_MODELS=N says otherwise, for long runs.
inline std::uint64_t seeds(std::uint64_t usual) {
  const char* const number = std::getenv("WHYNOT_RANDOM_MODELS");
  return number ? std::strtoull(number, nullptr, 10) : usual;
}

struct SmallModel {
  explicit SmallModel(const std::string& text) {
    program = front::smv::load(sources.add("m.smv", text), sources, pool, diagnostics);
    if (!program) return;
    encode::discharge(program->system, context, diagnostics);
    if (diagnostics.ok()) stepper = make_stepper(program->system);
  }
  bool ok() const { return stepper != nullptr; }
  const TransitionSystem& system() const { return program->system; }

  std::optional<Trace> counterexample(const Property& property, const char* engine = "bmc", std::size_t bound = 12) {
    const Query query{&system(), &property, {}, bound, nullptr};
    const engine::Engine* one = engine::engine_named(engine);
    if (one->refuses(query)) return std::nullopt;
    const Verdict verdict = one->start(query, context)->next();
    const Trace* trace = trace_of(verdict);
    return trace ? std::optional<Trace>(*trace) : std::nullopt;
  }

  Context context;
  Sources sources;
  ExprPool pool;
  Diagnostics diagnostics;
  std::optional<front::smv::Program> program;
  std::unique_ptr<Stepper> stepper;
};

// A model without assignments, by constraints of the form "this and that before make this after", and a property: an
// INVARSPEC, or an LTLSPEC that something happens again and again.
inline std::string random_constraints(std::uint64_t seed, const std::string& kind) {
  Random random(seed);
  const auto literal = [&](bool next) {
    const std::size_t which = random.below(3);
    const std::string name = fmt::format(fmt::runtime(next ? "next({})" : "{}"), std::string(1, "abc"[which]));
    if (which == 2) return fmt::format("{} {} {}", name, random.below(2) ? "=" : "!=", random.below(3));
    return (random.below(2) ? "!" : "") + name;
  };
  std::string text = "MODULE main\nVAR a : boolean; b : boolean; c : 0..2;\n";
  if (random.below(2)) text += fmt::format("INIT {}\n", literal(false));
  if (random.below(2)) text += fmt::format("INIT {} -> {}\n", literal(false), literal(false));
  for (std::size_t i = 3 + random.below(3); i > 0; --i)
    text += fmt::format("TRANS {} & {} -> {}\n", literal(false), literal(random.below(3) == 0), literal(true));
  if (random.below(3) == 0) text += fmt::format("INVAR {} | {}\n", literal(false), literal(false));
  const std::string some = literal(false), other = fmt::format("c = {}", random.below(3));
  if (kind == "INVARSPEC") return text + fmt::format("INVARSPEC !({} & {})\n", some, other);
  return text + fmt::format("LTLSPEC G ({} -> F ({}))\n", some, other);
}

}  // namespace whynot::analyse::why
