// The question is put as an LTL property that such a run violates, on the model started in the moment's state.
#include "analyse/why/contrast/continuation.h"

#include <algorithm>

#include "engine/turns/portfolio.h"
#include "model/state_hash.h"

namespace whynot::analyse::why {
namespace {

constexpr std::size_t deepest = 200;
// A question that is given up costs as much as many that are answered.
constexpr std::size_t price_of_nothing = 24;
constexpr std::uint64_t look_for_run = 4;  // units of effort

void fix(TransitionSystem& system, const State& state, const std::vector<bool>& kept) {
  std::size_t column = 0;
  for (const VariableDecl& v : system.variables) {
    if (v.kind == VariableKind::Input) continue;
    if (kept.empty() || kept[column])
      system.init.push_back({system.pool->eq(v.variable, system.pool->constant(state[column], v.variable.type())), {}});
    ++column;
  }
}

}  // namespace

const Outlook& Continuations::from(const Moment& moment) {
  const std::uint64_t hash = StateHash()(moment.state) * 31 + (moment.owed ? moment.owed.id() : 0);
  for (auto [at, end] = index_.equal_range(hash); at != end; ++at)
    if (known_[at->second].first == moment) return known_[at->second].second;
  Outlook found;
  if (!moment.owed) {
    found.hope = Hope::Unknown;
  } else if (owing_.is_broken(moment)) {
    found.hope = Hope::Fails;
  } else {
    TransitionSystem system = owing_.system();
    system.init_assignments.clear();
    system.init.clear();
    fix(system, moment.state, {});
    found = ask(std::move(system), moment.owed);
  }
  index_.emplace(hash, known_.size());
  known_.emplace_back(moment, std::move(found));
  return known_.back().second;
}

Outlook Continuations::from_start(const State& state, const std::vector<bool>& kept) {
  TransitionSystem system = owing_.system();
  std::vector<bool> fixed = kept;
  fixed.resize(signature_of(system).columns.size(), false);
  State longer = state;
  longer.resize(fixed.size());
  fix(system, longer, fixed);
  return ask(std::move(system), owing_.formula());
}

Outlook Continuations::ask(TransitionSystem system, Expr owed) {
  if (questions_ == 0 || context_.should_stop()) return {};
  --questions_;
  Property property;
  property.name = "passes";
  property.kind = PropertyKind::Ltl;
  property.formula = opposite(*system.pool, owed);
  Query query;
  query.system = &system;
  query.property = &property;
  query.bound = deepest;
  const auto passes = [&](const Trace& run) {
    Outlook found{Hope::Passes, run};
    found.run.signature = std::make_shared<Signature>(signature_of(system));
    for (Step& step : found.run.steps) step.state.resize(owing_.columns());
    return found;
  };
  // Most often there is a run, and a short one.
  const engine::Engine& shortest = engine::engine_with(&engine::Powers::shortest);
  if (!shortest.refuses(query))
    if (const auto verdict = shortest.start(query, context_)->advance(look_for_run); verdict && trace_of(*verdict))
      return passes(*trace_of(*verdict));
  engine::Portfolio portfolio(query, engine::engines(), context_);
  if (rounds_ == 1) portfolio.take_any_run();  // with little effort at hand, whether there is one is what counts
  for (std::size_t i = 0; i < rounds_; ++i) {
    const auto answer = portfolio.round();
    if (!answer) continue;
    if (std::holds_alternative<Holds>(answer->verdict)) return {Hope::Fails};
    const Trace* run = trace_of(answer->verdict);
    return run ? passes(*run) : Outlook{};
  }
  questions_ -= std::min(questions_, price_of_nothing);
  return {};
}

}  // namespace whynot::analyse::why
