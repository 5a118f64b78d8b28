// Proofs under strategies, for tests.
#pragma once
#include "analyse/explain/show/runs.h"
#include "analyse/explain/strategy/lua.h"
#include "analyse/explain/strategy/strategies.h"
#include "analyse/explain/walk/drive.h"
#include "unit/analyse/explain/support.h"

namespace whynot::analyse::explain {

// A proof that strategies steer, expanded and checked.
struct Steered {
  explicit Steered(const std::string& text)
      : model(text), checker(model.program->system, *model.stepper, model.context) {}

  std::optional<Strategies> read(const std::string& words) {
    return read_strategies(words,
                           {model.program->system, [this](const std::string& t) { return predicate(t); }, nullptr,
                            [this](const std::string& t) { return predicate(t, true); }},
                           error);
  }
  Expr predicate(const std::string& t, bool next = false) {
    return front::smv::parse_expression(model.sources.add("e", t), model.sources, *model.program->scope,
                                        {.boolean = true, .next = next, .inputs = false},
                                        model.program->system.obligations, model.diagnostics)
        .value_or(Expr());
  }
  Builder& prove(const std::string& formula, const std::string& words) {
    auto strategies = words.empty() ? Strategies() : std::move(*read(words));
    return prove(formula, std::move(strategies));
  }
  Builder& prove(const std::string& formula, Strategies strategies) {
    property = model.property(formula, PropertyKind::Ctl);
    builder.emplace(model.program->system, *model.oracle, model.context);
    builder->use(std::move(strategies));
    EXPECT_TRUE(builder->start(property));
    Extent extent;
    extent.budget = 2000;
    expand_below(*builder, builder->proof().root, extent);
    const auto refusal = checker.check(builder->proof(), property.formula);
    EXPECT_FALSE(refusal) << refusal->reason;
    return *builder;
  }
  // "0 1 3 5", y as a mark.
  std::string run(const std::string& formula, const std::string& words) {
    prove(formula, words);
    const auto runs = runs_of(builder->proof(), *model.stepper, 1);
    std::string out;
    for (const Step& s : runs.empty() ? std::vector<Step>() : runs[0].steps)
      out += fmt::format("{}{}{}", out.empty() ? "" : " ", s.state[0].to_string(), s.state[1].is_true() ? "y" : "");
    if (!runs.empty() && runs[0].loop) out += fmt::format(" ({})", *runs[0].loop);
    return out;
  }
  // By a script; what is wrong with it stands in `trouble`.
  Builder& prove_by_script(const std::string& formula, const std::string& script) {
    const StrategyReader reader{model.program->system, [this](const std::string& e) { return predicate(e); }};
    std::string wrong;
    Strategies s;
    s.push_back(lua_strategy("s.lua", script, reader, wrong));
    EXPECT_TRUE(s[0]) << wrong;
    return prove(formula, std::move(s));
  }
  std::size_t could_not() { return builder->strategies().at(0)->could_not; }

  Loaded model;
  Checker checker;
  StrategyError error;
  Property property;
  std::optional<Builder> builder;
};

}  // namespace whynot::analyse::explain
