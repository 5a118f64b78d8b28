// A model with its oracle, builder and checker, for tests.
#pragma once
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analyse/explain/build/builder.h"
#include "analyse/explain/check/checker.h"
#include "encode/obligations.h"
#include "expr/print.h"
#include "front/smv/smv.h"

namespace whynot::analyse::explain {

struct Loaded {
  Sources sources;
  ExprPool pool;
  Diagnostics diagnostics;
  Context context;
  std::optional<front::smv::Program> program;
  std::unique_ptr<Stepper> stepper;
  std::unique_ptr<engine::Oracle> oracle;

  explicit Loaded(const std::string& text) {
    program = front::smv::load(sources.add("model.smv", text), sources, pool, diagnostics);
    if (!program) return;
    encode::discharge(program->system, context, diagnostics);
    if (!diagnostics.ok()) {
      program.reset();
      return;
    }
    stepper = make_stepper(program->system);
    oracle = engine::make_oracle(program->system, nullptr, context);
  }

  Property property(const std::string& text, std::optional<PropertyKind> kind = std::nullopt) {
    auto p = front::smv::parse_property(sources.add("-f", text), sources, *program->scope, kind,
                                        program->system.obligations, diagnostics);
    EXPECT_TRUE(p) << text;
    return p.value_or(Property());
  }

  std::string text(Expr e) const { return to_string(pool, e); }
};

// Expands everything, up to so many nodes.
inline void expand_all(Builder& builder, std::size_t budget = 4000) {
  std::vector<NodeId> open{builder.proof().root};
  while (!open.empty() && builder.proof().nodes.size() < budget) {
    const NodeId id = open.back();
    open.pop_back();
    builder.expand(id);
    const auto& premises = builder.proof().at(id).premises;
    open.insert(open.end(), premises.begin(), premises.end());
  }
}

inline std::string describe(const Loaded& loaded, const Proof& proof, NodeId id, std::size_t depth = 0) {
  const Node& n = proof.at(id);
  std::string place;
  if (n.goal.state)
    for (const Value& v : *n.goal.state) place += (place.empty() ? "" : ",") + v.to_string();
  else
    place = "{" + loaded.text(n.goal.set) + "}";
  std::string out =
      fmt::format("{:{}}{} at {}: {}\n", "", 2 * depth, loaded.text(n.goal.formula), place, rule_name(n.rule));
  for (const NodeId p : n.premises)
    if (depth < 30) out += describe(loaded, proof, p, depth + 1);
  return out;
}

}  // namespace whynot::analyse::explain
