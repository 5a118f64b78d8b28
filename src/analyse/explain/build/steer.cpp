// Decisions by the objective of the strategies: which initial state, which side of a disjunction, how an until, an EX
// or an EG goes on.  Where it has no opinion (sets, too many states) strategies are asked one choice at a time.
#include <fmt/format.h>

#include "analyse/explain/build/builder.h"
#include "analyse/explain/build/sets.h"
#include "analyse/explain/strategy/step_condition.h"

namespace whynot::analyse::explain {
namespace {

constexpr std::size_t most_starts = 200;

}  // namespace

void Builder::aim(const StateSet& from) {
  objective_.reset();
  if (!Objective::is_wanted(strategies_) || oracle_.stopped()) return;
  Objective::Meaning meaning{[this](Expr e) { return states_of(e); }, [this](Expr e) { return kept(e); },
                             fair_ones(oracle_.reachable())};
  auto made = std::make_unique<Objective>(system_, oracle_, std::move(meaning), strategies_, from);
  if (made->is_usable()) objective_ = std::move(made);
}

// The best of the initial states; nothing without an objective.
std::optional<State> Builder::best_start(const StateSet& initial, Expr goal) {
  std::optional<State> best;
  Objective::Cost least;
  if (!objective_) return best;
  for (const State& s : listed(oracle_, initial, most_starts)) {
    Objective::Cost cost = objective_->cost_of_start(goal, s);
    if (cost.empty() || (best && cost >= least)) continue;
    best = s;
    least = std::move(cost);
  }
  return best;
}

Objective::Place Builder::turn_at(NodeId id) {
  const auto known = turns_.find(id);
  if (known != turns_.end()) return known->second;
  return turns_[id] = objective_->place_at_start(*proof_.at(id).goal.state);
}

// An until with the bound that the objective gave it is still the one that it is about.
Expr Builder::steered_formula(NodeId id) {
  const Expr f = proof_.at(id).goal.formula;
  if (!steered_.count(id)) return f;
  const View v = view_of(pool(), f);
  return pool().temporal(Op::EU, {v.a, v.b});
}

std::optional<Objective::Move> Builder::best_move(NodeId id) {
  if (!objective_ || !is_state(id)) return std::nullopt;
  auto move = objective_->move(steered_formula(id), *proof_.at(id).goal.state, turn_at(id));
  // Somebody may have left the way that the bound was for.
  if (move && steered_.count(id) && move->length > seen(id).bounds.hi) return std::nullopt;
  return move;
}

// Counts what each strategy has, and has not; false where a hard one cannot have what it wants.
bool Builder::accept(NodeId id, std::string& by) {
  const Objective::Cost cost = objective_->cost(proof_.at(id).goal.formula, *proof_.at(id).goal.state, turn_at(id));
  bool fine = true;
  for (std::size_t i = 0; i < strategies_.size(); ++i) {
    Strategy& s = *strategies_[i];
    if (!objective_->concerns(i)) continue;
    const std::uint32_t against = objective_->against(i, cost);
    s.could_not += against > 0;
    s.used += against == 0 || !s.hard;
    by += (by.empty() ? "" : ", ") + s.name();
    if (against == 0 || !s.hard) continue;
    fine = leave_open(id, s, fmt::format("all evidence has states against it, the best has {}", against));
  }
  return fine;
}

std::optional<std::size_t> Builder::steered_side(NodeId id, const std::vector<Candidate>& candidates) {
  if (!objective_ || !is_state(id) || candidates.size() != 2 || candidates[0].rule != Rule::OrLeft) return std::nullopt;
  const View v = seen(id);
  const State& s = *proof_.at(id).goal.state;
  const Objective::Cost left = objective_->cost(v.a, s, turn_at(id)), right = objective_->cost(v.b, s, turn_at(id));
  if (left.empty() || right.empty() || left == right) return std::nullopt;
  return left < right ? 0 : 1;
}

// Round the loop that the objective has; nothing where what lies outside does not close it.
std::optional<Builder::Loop> Builder::steered_loop(NodeId id, const Objective::Move& move) {
  Loop loop;
  for (std::size_t i = 0; i < move.loop.size(); ++i) {
    auto inputs = oracle_.inputs_between(move.loop[i], move.loop[(i + 1) % move.loop.size()]);
    if (!inputs) return std::nullopt;
    loop.first.push_back(move.loop[i]);
    loop.second.push_back(std::move(*inputs));
  }
  return loop.first.empty() ? std::nullopt : lifted(*proof_.at(id).goal.state, loop);
}

// How many states that runs of the proof come to are against the strategy.
Builder::Price Builder::price_of(const Strategy& strategy) {
  const std::vector<Strategy::Wanted> turns = strategy.objective();
  Price price;
  if (turns.empty() || proof_.root == no_node) return price;
  std::optional<StepCondition> of_step;
  if (turns[0].of_step) of_step.emplace(system_, turns[0].condition);
  const auto arrive = [&](std::size_t turn, const State* from, const State& s) {
    if (of_step) return std::pair<std::size_t, std::size_t>(0, from && !of_step->is_met(*from, s));
    std::size_t unmet = !oracle_.holds(turns[turn].condition, s);
    for (const Expr further : turns[turn].further) unmet += !oracle_.holds(further, s);
    return std::pair(unmet == 0 ? turns[turn].next : turn, unmet);
  };
  std::vector<std::pair<NodeId, std::size_t>> open{{proof_.root, 0}};
  if (is_state(proof_.root)) open[0].second = arrive(0, nullptr, *proof_.at(proof_.root).goal.state).first;
  while (!open.empty()) {
    const auto [id, turn] = open.back();
    open.pop_back();
    const Node& n = proof_.at(id);
    std::size_t at = turn, met_on_loop = 0;
    for (std::size_t i = 0; i < n.premises.size(); ++i) {
      const auto& state = proof_.at(n.premises[i]).goal.state;
      const bool comes = state && (n.rule == Rule::EGLoop ? i > 0 : takes_step(n.rule) && i + 1 == n.premises.size());
      if (comes) {
        const auto& before = n.rule == Rule::EGLoop ? proof_.at(n.premises[i - 1]).goal.state : n.goal.state;
        const auto [next, unmet] = arrive(at, before ? &*before : nullptr, *state);
        (n.rule == Rule::EGLoop && turns.size() == 1 ? price.again : price.once) += unmet;
        met_on_loop += unmet == 0;
        at = next;
      }
      open.emplace_back(n.premises[i], comes || n.rule == Rule::EGLoop ? at : turn);
    }
    if (n.rule != Rule::EGLoop) continue;
    const auto& last = proof_.at(n.premises.back()).goal.state;
    const std::size_t unmet = arrive(at, last ? &*last : nullptr, *n.goal.state).second;
    const bool waits = turns.size() > 1;
    if (waits) price.once += unmet;
    price.again += waits ? std::size_t{met_on_loop == 0 && unmet > 0} : unmet;
  }
  return price;
}

}  // namespace whynot::analyse::explain
