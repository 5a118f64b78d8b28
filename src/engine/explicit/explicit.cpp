// Lists the reachable graph once, then decides invariants on it directly, CTL by labelling and LTL by a product.
#include "engine/explicit/explicit.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "engine/explicit/graph.h"
#include "engine/explicit/labelling.h"
#include "engine/explicit/product.h"
#include "expr/evaluate.h"
#include "model/system/path_formula.h"
#include "model/system/slots.h"
#include "model/system/truth.h"

namespace whynot::engine {
namespace {

constexpr std::size_t max_states = 1'000'000;
constexpr std::uint64_t most_effort = 200'000;  // by turns with others

// A lasso cut to the shortest prefix that already settles the formula, where there is one.
Trace shortest_prefix(const TransitionSystem& system, Trace trace, Expr formula, Truth wanted) {
  if (system.has_fairness()) return trace;
  Trace prefix{trace.signature, {}, std::nullopt, {}, std::nullopt};
  for (const Step& step : trace.steps) {
    prefix.steps.push_back(step);
    if (TraceTruth(system, prefix, formula).at(formula, 0) == wanted) return prefix;
  }
  return trace;
}

class ExplicitSearch final : public Search {
 public:
  ExplicitSearch(Query query, Context& context)
      : query_(std::move(query)), system_(*query_.system), context_(context), stepper_(make_stepper(system_)) {}

  Verdict next() override {
    if (answered_) return Unknown{"the explicit engine gives one counterexample only"};
    return decide(context_);
  }

  // What a turn was too short for is begun again in the next one.
  std::optional<Verdict> advance(std::uint64_t effort) override {
    Context limited(context_, std::min(effort, most_effort));
    Verdict verdict = decide(limited);
    const bool again = effort < most_effort && limited.stopped() == Stop::Effort;
    answered_ = !again;
    return again ? std::nullopt : std::optional<Verdict>(std::move(verdict));
  }

 private:
  Verdict decide(Context& context) {
    answered_ = true;
    std::string reason;
    graph_ = explore(*stepper_, context, max_states, reason);
    if (!graph_) return Unknown{reason};
    const Property& property = *query_.property;
    if (property.kind == PropertyKind::Invariant) return invariant(property.formula);
    if (property.kind == PropertyKind::Compute) return compute(*property.compute);
    return property.is_ltl() ? ltl(property.formula) : ctl(property.formula);
  }

  Holds holds() const { return Holds{WholeSpace{graph_->size()}}; }

  Trace path_to(std::uint32_t state) const {
    std::vector<std::uint32_t> way{state};
    while (graph_->parent[way.back()] != way.back()) way.push_back(graph_->parent[way.back()]);
    Trace trace;
    trace.signature = stepper_->signature();
    for (auto at = way.rbegin(); at != way.rend(); ++at) {
      Step step{graph_->states[*at], {}, std::nullopt};
      if (at != way.rbegin()) step.inputs = graph_->inputs[graph_->parent_inputs[*at]];
      trace.steps.push_back(std::move(step));
    }
    return trace;
  }

  // Breadth first, so the first violation is a shortest one.  One that speaks of a transition is shown with
  // the step that leaves the state.
  Verdict invariant(Expr formula) {
    const Slots slots(system_);
    const CompiledExpr compiled(*system_.pool, formula, [&](Expr leaf) { return slots.of(leaf); });
    const bool by_step = speaks_of_transition(formula, [&](Expr v) { return slots.of(v) >= slots.inputs_begin(); });
    const auto violated = [&](const std::vector<Value>& values) {
      const Value v = compiled.run(values);
      return v.is_boolean() && !v.as_boolean();
    };
    for (std::uint32_t s = 0; s < graph_->size(); ++s) {
      if (!by_step) {
        if (violated(slots.values(graph_->states[s], nullptr, nullptr))) return Violated{path_to(s)};
        continue;
      }
      for (const Edge& edge : graph_->edges[s]) {
        if (!violated(slots.values(graph_->states[s], &graph_->inputs[edge.inputs], &graph_->states[edge.to])))
          continue;
        Trace trace = path_to(s);
        trace.steps.push_back({graph_->states[edge.to], graph_->inputs[edge.inputs], std::nullopt});
        return Violated{std::move(trace)};
      }
    }
    return holds();
  }

  Verdict ltl(Expr formula) {
    LtlSearch search = find_run(system_, *graph_, stepper_->signature(), system_.pool->not_(formula), context_);
    if (search.answer == LtlSearch::Answer::Stopped) return Unknown{search.reason};
    if (search.answer == LtlSearch::Answer::None) return holds();
    return Violated{shortest_prefix(system_, std::move(search.trace), formula, Truth::False)};
  }

  // Only initial states that start a fair run count (docs/smv.md, "Dead ends").
  Verdict ctl(Expr formula) {
    Labelling labelling(system_, *graph_);
    const std::vector<bool> sat = labelling.states_of(formula);
    const bool all = std::all_of(graph_->initial.begin(), graph_->initial.end(),
                                 [&](std::uint32_t s) { return sat[s] || !labelling.fair()[s]; });
    if (all) return holds();
    const Expr path = path_formula(*system_.pool, formula, Polarity::Violating);
    if (!path) return Violated{NoEvidence{"one run cannot show why it fails"}};
    TransitionSystem just = system_;  // CTL does not know compassion
    just.compassion.clear();
    LtlSearch search = find_run(just, *graph_, stepper_->signature(), system_.pool->not_(path), context_);
    if (search.answer != LtlSearch::Answer::Found)
      return Violated{NoEvidence{"no single trace was found that shows why it fails"}};
    return Violated{shortest_prefix(just, std::move(search.trace), path, Truth::False)};
  }

  Verdict compute(const Compute& c) {
    if (const auto value = Labelling(system_, *graph_).compute(c)) return *value;
    return Unknown{"undefined: no reachable state to start from or to end in"};
  }

  Query query_;
  const TransitionSystem& system_;
  Context& context_;
  std::unique_ptr<Stepper> stepper_;
  std::optional<Graph> graph_;
  bool answered_ = false;
};

class ExplicitEngine final : public Engine {
 public:
  std::string_view name() const override { return "explicit"; }
  std::optional<std::string> refuses(const Query&) const override { return std::nullopt; }
  std::unique_ptr<Search> start(Query query, Context& context) const override {
    return std::make_unique<ExplicitSearch>(std::move(query), context);
  }
};

}  // namespace

const Engine& explicit_engine() {
  static const ExplicitEngine engine;
  return engine;
}

}  // namespace whynot::engine
