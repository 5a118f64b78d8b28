// A model from its text, and the members of a set, for tests.
#pragma once
#include <set>
#include <string>

#include "analyse/intervals/constrained.h"
#include "encode/obligations.h"
#include "engine/engine.h"
#include "front/smv/smv.h"
#include "model/system/replay_system.h"

namespace whynot::analyse::intervals {

struct Model {
  explicit Model(const std::string& text) {
    program = front::smv::load(sources.add("m.smv", text), sources, pool, diagnostics);
    if (!program) return;
    encode::discharge(program->system, context, diagnostics);
    if (diagnostics.ok()) stepper = make_stepper(program->system);
  }
  bool ok() const { return stepper != nullptr; }
  const TransitionSystem& system() const { return program->system; }
  Expr variable(const std::string& name) const {
    for (const VariableDecl& v : program->system.variables)
      if (pool.name_of(v.variable) == name) return v.variable;
    return {};
  }
  std::optional<Trace> counterexample(const Property& property, std::size_t bound) {
    const Query query{&system(), &property, {}, bound, nullptr};
    const engine::Engine* bmc = engine::engine_named("bmc");
    if (bmc->refuses(query)) return std::nullopt;
    const Verdict verdict = bmc->start(query, context)->next();
    const auto* violated = std::get_if<Violated>(&verdict);
    const auto* trace = violated ? std::get_if<Trace>(&violated->evidence) : nullptr;
    return trace ? std::optional<Trace>(*trace) : std::nullopt;
  }

  Context context;
  Sources sources;
  ExprPool pool;
  Diagnostics diagnostics;
  std::optional<front::smv::Program> program;
  std::unique_ptr<Stepper> stepper;
};

inline std::set<Integer> listed(const ValueSet& set) {
  std::set<Integer> all;
  set.for_each_interval([&](const Interval& i) {
    for (Integer n = i.lo; n <= i.hi; ++n) all.insert(n);
    return true;
  });
  return all;
}

}  // namespace whynot::analyse::intervals
