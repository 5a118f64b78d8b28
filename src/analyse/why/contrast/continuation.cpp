// The question is put as an LTL property that such a run violates, on the model started in the moment's state.  What
// has no part in it is left out: a counter beside it would make every loop as long as its own.
#include "analyse/why/contrast/continuation.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "analyse/why/cone.h"
#include "encode/code.h"
#include "encode/unroll.h"
#include "engine/turns/portfolio.h"
#include "model/state_hash.h"

namespace whynot::analyse::why {
namespace {

constexpr std::size_t deepest = 200;
// A question that is given up costs as much as many that are answered.
constexpr std::size_t price_of_nothing = 24;
constexpr std::uint64_t look_for_run = 4;    // units of effort
constexpr std::size_t rounds_to_close = 32;  // of a loop, for what was left out to close it too

void fix(TransitionSystem& system, const State& state, const std::vector<bool>& kept) {
  std::size_t column = 0;
  for (const VariableDecl& v : system.variables) {
    if (v.kind == VariableKind::Input) continue;
    if (kept.empty() || kept[column])
      system.init.push_back({system.pool->eq(v.variable, system.pool->constant(state[column], v.variable.type())), {}});
    ++column;
  }
}

// A run of a part of a system as one of the system, without values for the rest.
Trace spread(const Trace& run, const TransitionSystem& part, const TransitionSystem& system) {
  const Slots slots(part);
  std::unordered_set<Expr, ExprHash> kept;
  for (const VariableDecl& v : part.variables) kept.insert(v.variable);
  std::vector<std::optional<std::size_t>> columns, inputs;  // where each value comes from
  for (const VariableDecl& v : system.variables) {
    const bool is_input = v.kind == VariableKind::Input;
    const std::size_t first = is_input ? slots.inputs_begin() : slots.current_begin();
    auto& row = is_input ? inputs : columns;
    row.push_back(kept.contains(v.variable) ? std::optional(slots.of(v.variable) - first) : std::nullopt);
  }
  const auto filled = [](const auto& row, const std::vector<Value>& from) {
    std::vector<Value> made(row.size());
    for (std::size_t i = 0; i < row.size(); ++i)
      if (row[i]) made[i] = from[*row[i]];
    return made;
  };
  Trace made = run;
  made.signature = std::make_shared<Signature>(signature_of(system));
  for (std::size_t i = 0; i < made.steps.size(); ++i) {
    made.steps[i].state = filled(columns, made.steps[i].state);
    if (i > 0) made.steps[i].inputs = filled(inputs, made.steps[i].inputs);
  }
  if (made.loop) made.closing_inputs = filled(inputs, made.closing_inputs);
  return made;
}

bool is_partial(const Trace& run) {
  const auto lacks = [](const std::vector<Value>& row) {
    return std::any_of(row.begin(), row.end(), [](const Value& v) { return !v.defined(); });
  };
  return lacks(run.closing_inputs) || std::any_of(run.steps.begin(), run.steps.end(), [&](const Step& step) {
           return lacks(step.state) || lacks(step.inputs);
         });
}

}  // namespace

Outlook& Continuations::from(const Moment& moment) {
  const std::uint64_t hash = StateHash()(moment.state) * 31 + (moment.owed ? moment.owed.id() : 0);
  for (auto [at, end] = index_.equal_range(hash); at != end; ++at)
    if (known_[at->second].first == moment) return known_[at->second].second;
  Outlook found;
  if (!moment.owed) {
    found.hope = Hope::Unknown;
  } else if (owing_.is_broken(moment)) {
    found.hope = Hope::Fails;
  } else {
    auto system = std::make_shared<TransitionSystem>(owing_.system());
    system->init_assignments.clear();
    system->init.clear();
    fix(*system, moment.state, {});
    found = ask(std::move(system), moment.owed);
  }
  index_.emplace(hash, known_.size());
  known_.emplace_back(moment, std::move(found));
  return known_.back().second;
}

Outlook Continuations::from_start(const State& state, const std::vector<bool>& kept) {
  auto system = std::make_shared<TransitionSystem>(owing_.system());
  std::vector<bool> fixed = kept;
  fixed.resize(signature_of(*system).columns.size(), false);
  State longer = state;
  longer.resize(fixed.size());
  fix(*system, longer, fixed);
  return ask(std::move(system), owing_.formula());
}

Outlook Continuations::ask(std::shared_ptr<const TransitionSystem> system, Expr owed) {
  if (questions_ == 0 || context_.should_stop()) return {};
  --questions_;
  Property property;
  property.name = "passes";
  property.kind = PropertyKind::Ltl;
  property.formula = opposite(*system->pool, owed);
  const TransitionSystem part = slice(*system, property.formula);
  Keep keep;  // for those who are asked about this part
  Query query;
  query.system = &part;
  query.property = &property;
  query.bound = deepest;
  query.keep = &keep;
  const auto passes = [&](const Trace& run) { return Outlook{Hope::Passes, spread(run, part, *system), system}; };
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

bool Continuations::has_run(Outlook& outlook) {
  if (outlook.hope != Hope::Passes) return false;
  if (outlook.of && is_partial(outlook.run)) {
    const auto codes = [](const VariableDecl& v) { return encode::has_code(v.variable.type()); };
    std::optional<Trace> whole;
    if (std::all_of(outlook.of->variables.begin(), outlook.of->variables.end(), codes)) {
      encode::BitSystem bits(*outlook.of);
      whole = encode::complete(bits, outlook.run, context_, rounds_to_close);
    }
    outlook.run = whole ? std::move(*whole) : Trace();
  }
  outlook.of.reset();
  for (Step& step : outlook.run.steps) step.state.resize(owing_.columns());
  return !outlook.run.steps.empty();
}

}  // namespace whynot::analyse::why
