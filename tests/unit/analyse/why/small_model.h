// A model from text, and a counterexample of one of its properties.
#pragma once
#include <gtest/gtest.h>

#include "encode/obligations.h"
#include "engine/engine.h"
#include "front/smv/smv.h"
#include "model/system/replay_system.h"

namespace whynot::analyse::why {

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

}  // namespace whynot::analyse::why
