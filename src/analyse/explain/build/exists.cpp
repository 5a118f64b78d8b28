// Rules for facts, disjunctions and what some run does.
#include <algorithm>

#include "analyse/explain/build/builder.h"
#include "base/check.h"

namespace whynot::analyse::explain {
namespace {

constexpr std::size_t most_tried_steps = 10000;

}  // namespace

// A fact of a step, where it refutes an invariant, is shown with the step.
bool Builder::apply_fact(NodeId id) {
  const Goal goal = proof_.at(id).goal;
  if (!speaks_of_step(goal.formula) || proof_.holds || !goal.state) return close(id, Rule::Atom);
  StateSet left = oracle_.successors(places_[id]);
  for (std::size_t i = 0; i < most_tried_steps; ++i) {
    const auto to = oracle_.pick(left);
    if (!to) break;
    if (auto step = step_into(*goal.state, oracle_.only(*to), goal.formula)) {
      node(id).inputs = {std::move(step->inputs)};
      node(id).after = std::move(step->to);
      return close(id, Rule::Atom);
    }
    left = oracle_.subtract(left, oracle_.only(*to));
  }
  return false;
}

bool Builder::apply_or(NodeId id, const Candidate& c) {
  const View v = seen(id);
  if (c.rule != Rule::Or) {
    add_same(id, c.rule == Rule::OrLeft ? v.a : v.b);
    return close(id, c.rule);
  }
  add_part(id, v.a, c.sets.at(0));
  add_part(id, v.b, c.sets.at(1));
  return close(id, c.rule);
}

// ---- steps

Expr Builder::rest_after(NodeId id) {
  const Expr f = proof_.at(id).goal.formula;
  const View v = view_of(pool(), f);
  if (v.shape == Shape::EX) return kept(v.a);
  if (v.shape == Shape::AX) return v.a;
  if (!v.is_bounded()) return f;
  const TimeBounds left{v.bounds.lo > 0 ? v.bounds.lo - 1 : 0, v.bounds.hi - 1};
  if (f.arity() == 2) return pool().temporal(f.op(), {f.arg(0), f.arg(1)}, left);
  return pool().temporal(f.op(), {f.arg(0)}, left);
}

std::optional<Expr> Builder::now_before(NodeId id) {
  const View v = seen(id);
  const bool until = v.shape == Shape::EU || v.shape == Shape::AU,
             globally = v.shape == Shape::EG || v.shape == Shape::AG;
  if ((!until && !globally) || is_true(pool(), v.a) || (globally && v.bounds.lo > 0)) return std::nullopt;
  return v.a;
}

StateSet Builder::successors(NodeId id, Rule rule) {
  const View v = seen(id);
  const StateSet next = oracle_.successors(places_[id]);
  if (rule == Rule::EX) return oracle_.intersect(next, fair_ones(states_of(v.a)));
  if (rule == Rule::EGStep && !v.is_bounded()) return oracle_.intersect(next, staying(v.a));
  if (rule == Rule::EUStep && v.bounds.lo == 0) return oracle_.intersect(next, within(v.a, v.b, v.bounds.hi - 1));
  return oracle_.intersect(next, states_of(rest_after(id)));
}

// From a state to one of the others.
bool Builder::apply_single_step(NodeId id, Rule rule, const StateSet& to) {
  auto step = step_into(*proof_.at(id).goal.state, to);
  if (!step) return false;
  const Expr rest = rest_after(id);
  if (const auto now = now_before(id)) add_same(id, *now);
  const NodeId next = add_state(id, rest, step->to);
  node(id).inputs = {std::move(step->inputs)};
  follow_plan(id, next);
  if (objective_) turns_[next] = objective_->place_after(turn_at(id), step->to);
  if (steered_.count(id)) steered_.insert(next);
  return close(id, rule);
}

bool Builder::apply_step(NodeId id, Rule rule, const StateSet& to) {
  if (is_state(id) && is_single(to)) return apply_single_step(id, rule, to);
  const Expr rest = rest_after(id);
  if (const auto now = now_before(id)) add_same(id, *now);
  const NodeId next = add_at(id, rest, to);
  if (!choose_steps(node(id).step, places_[id], places_[next])) {
    reopen(id);
    return false;
  }
  return close(id, rule);
}

void Builder::follow_plan(NodeId id, NodeId next) {
  const auto plan = plans_.find(id);
  if (plan == plans_.end() || !is_alike(plan->second.front(), *proof_.at(next).goal.state)) return;
  planned_.insert(next);
  if (plan->second.size() > 1) plans_[next] = {plan->second.begin() + 1, plan->second.end()};
}

// ---- until

// The least bound, or the least by which the wishes of the strategies can be met.
std::size_t Builder::until_bound(NodeId id, const View& v, std::string& by) {
  Expr hold = v.a, goal = v.b;
  std::optional<std::size_t> bound = distance(hold, goal, places_[id]);
  for (const auto& strategy : strategies_) {
    if (!strategy->lasts()) continue;
    const Expr wished_hold = strategy->stronger(view(), id, hold), wished_goal = strategy->stronger(view(), id, goal);
    if (!wished_hold && !wished_goal) continue;
    const Expr better_hold = wished_hold ? wished_hold : hold, better_goal = wished_goal ? wished_goal : goal;
    auto better = distance(better_hold, better_goal, places_[id]);
    const auto& sets = nearer(better_hold, better_goal);
    const bool may_step = oracle_.is_subset(places_[id], states_of(hold));
    for (std::size_t n = 0; !better && may_step && n < sets.size(); ++n)
      if (oracle_.is_subset(places_[id], oracle_.predecessors(sets[n]))) better = n + 1;
    if (!better) {
      ++strategy->could_not;
      continue;
    }
    ++strategy->used;
    by += (by.empty() ? "" : ", ") + strategy->name();
    hold = better_hold;
    goal = better_goal;
    bound = better;
  }
  return bound.value_or(0);
}

bool Builder::apply_until(NodeId id, const View& v, std::string& by) {
  if (const auto move = v.shape == Shape::EU ? best_move(id) : std::nullopt) {
    if (!accept(id, by)) return false;
    node(id).bound = move->length;
    steered_.insert(add_same(id, bounded(Op::EU, v.a, v.b, 0, move->length)));
    return close(id, Rule::EU);
  }
  if (v.shape == Shape::EU) {
    const std::size_t n = until_bound(id, v, by);
    node(id).bound = n;
    add_same(id, bounded(Op::EU, v.a, v.b, 0, n));
    return close(id, Rule::EU);
  }
  if (!system_.justice.empty()) return apply_layers(id, v);
  const Expr f = proof_.at(id).goal.formula;
  StateSet covered;
  for (std::size_t n = 0; !oracle_.stopped(); ++n) {
    const StateSet ring = oracle_.ring(f, n);
    if (oracle_.is_empty(ring)) return apply_layers(id, v);  // some hold for want of a fair run only
    covered = n == 0 ? ring : oracle_.unite(covered, ring);
    if (!oracle_.is_subset(places_[id], covered)) continue;
    node(id).bound = n;
    add_same(id, bounded(Op::AU, v.a, v.b, 0, n));
    return close(id, Rule::AU);
  }
  return false;
}

// Next states from which the goal is farther than it need be, the nearest first.
void Builder::list_later(NodeId id, std::size_t most, std::vector<Candidate>& found) {
  const View v = seen(id);
  const auto least = distance(v.a, v.b, places_[id]);
  if (!least || !oracle_.is_subset(places_[id], states_of(v.a))) return;
  const auto& sets = nearer(v.a, v.b);
  StateSet left = oracle_.intersect(oracle_.successors(places_[id]), sets.back());
  if (*least > 0) left = oracle_.subtract(left, sets[*least - 1]);
  for (std::size_t n = *least; n < sets.size() && found.size() < most && !oracle_.is_empty(left); ++n) {
    StateSet ring = oracle_.intersect(left, sets[n]);
    left = oracle_.subtract(left, ring);
    while (found.size() < most) {
      const auto state = oracle_.pick(ring);
      if (!state) break;
      ring = oracle_.subtract(ring, oracle_.only(*state));
      const auto step = step_into(*proof_.at(id).goal.state, oracle_.only(*state));
      Candidate c = candidate(Rule::EU, {proof_.at(id).goal.formula});
      c.rank = n + 1;
      c.states = {step ? step->to : *state};
      found.push_back(std::move(c));
    }
  }
}

// The longer way and its first step at once: without it the shortest one would be gone.
bool Builder::apply_later(NodeId id, const View& v, const Candidate& c) {
  const std::size_t bound = c.rank.value_or(0);
  if (bound == 0) return false;
  node(id).bound = bound;
  const NodeId way = add_same(id, bounded(Op::EU, v.a, v.b, 0, bound));
  if (!close(id, Rule::EU) || !apply_single_step(way, Rule::EUStep, oracle_.only(c.states.front()))) return false;
  node(way).by = "user";
  later_.insert(id);
  return true;
}

// ---- globally

std::vector<Candidate> Builder::globally_rules(NodeId id, const View& v) {
  const bool exists = v.shape == Shape::EG;
  if (v.is_bounded()) {
    if (v.bounds.hi == 0) return {candidate(exists ? Rule::EGNow : Rule::AGNow, {v.a})};
    return {candidate(exists ? Rule::EGStep : Rule::AGStep, {proof_.at(id).goal.formula})};
  }
  if (!exists) return {candidate(Rule::AG, {v.a})};
  if (!is_state(id)) return {candidate(Rule::EGSet, {v.a})};
  return staying_rules(id, v);
}

// What the strategies wish of a loop, as far as it can be met from here.
Builder::LoopSearch Builder::loop_search(NodeId id, const View& v) {
  LoopSearch search;
  Expr inner = v.a;
  for (const auto& strategy : strategies_) {
    const Expr better = strategy->lasts() ? strategy->stronger(view(), id, inner) : Expr();
    if (!better) continue;
    const StateSet region = staying(better);
    if (oracle_.is_subset(places_[id], region))
      inner = better;
    else if (!oracle_.is_empty(oracle_.intersect(oracle_.successors(places_[id]), region)) ||
             plan_way(id, inner, pool().temporal(Op::EG, {better})))
      search.step_first = true;
    else
      ++strategy->could_not;
  }
  search.region = staying(inner);
  for (const auto& strategy : strategies_) {
    search.short_ones = search.short_ones || strategy->looks_for_short_loops();
    const auto wish = strategy->loop_wish(view(), id);
    if (!wish) continue;
    const bool met = oracle_.is_subset(places_[id], wish->within);
    ++(met ? strategy->used : strategy->could_not);
    if (!met) continue;
    search.region = wish->within;
    search.pass = wish->pass;
  }
  return search;
}

bool Builder::came_back(NodeId id) {
  const Goal& goal = proof_.at(id).goal;
  for (NodeId up = proof_.at(id).parent;
       up != no_node && proof_.at(up).rule == Rule::EGStep && proof_.at(up).goal.formula == goal.formula;
       up = proof_.at(up).parent)
    if (is_alike(*proof_.at(up).goal.state, *goal.state)) return true;
  return false;
}

// By a loop from here, or by a step towards one; a chain of steps that came back is closed by a loop.
std::vector<Candidate> Builder::staying_rules(NodeId id, const View& v) {
  const State& state = *proof_.at(id).goal.state;
  const bool again = came_back(id);
  const auto move = best_move(id);
  const auto best = move && !move->next ? steered_loop(id, *move) : std::nullopt;
  LoopSearch search = move ? LoopSearch{staying(v.a), {}, false, move->next.has_value()} : loop_search(id, v);
  auto loop = best ? best : loop_through(state, search.region, search.pass);
  if (!loop && again) loop = loop_through(state, staying(v.a), {});
  if (loop && search.short_ones && !again && !planned_.count(id))
    if (auto way = way_to_shorter_loop(state, search.region, loop->first.size())) plans_[id] = std::move(*way);
  search.step_first = search.step_first || (loop && plans_.count(id) > 0);
  if (!loop && !plans_.count(id)) plan_loop(id, search);
  std::vector<Candidate> found;
  if (loop) {
    Candidate c = candidate(Rule::EGLoop, std::vector<Expr>(1, v.a));
    c.rank = loop->first.size();
    c.states = loop->first;
    found.push_back(std::move(c));
  }
  if (!loop || !again || (move && move->next))
    found.push_back(candidate(Rule::EGStep, {v.a, proof_.at(id).goal.formula}));
  if (search.step_first && found.size() == 2) std::swap(found[0], found[1]);
  if (loop) found_loops_[id] = std::move(*loop);
  return found;
}

// A shortest way to where the goal holds, if there is one.
bool Builder::plan_way(NodeId id, Expr hold, Expr goal) {
  const auto steps = is_state(id) ? distance(hold, goal, places_[id]) : std::nullopt;
  if (!steps || *steps == 0) return false;
  std::vector<State> way;
  StateSet at = places_[id];
  for (std::size_t left = *steps; left-- > 0;) {
    const auto next = oracle_.pick(oracle_.intersect(oracle_.successors(at), within(hold, goal, left)));
    if (!next) return false;
    at = oracle_.only(*next);
    way.push_back(*next);
  }
  plans_.try_emplace(id, std::move(way));
  return true;
}

// To a fair loop; where the state is on one already, but for what lies outside, once round it.
void Builder::plan_loop(NodeId id, const LoopSearch& search) {
  const State state = *proof_.at(id).goal.state;
  std::vector<State> way;
  if (const auto alike = alike_loop(state, search.region, search.pass)) {
    way.assign(alike->first.begin() + 1, alike->first.end());
    way.push_back(state);
  } else if (const auto lasso = oracle_.fair_lasso(state, search.region, search.pass)) {
    for (std::size_t i = 1; i <= lasso->loop.value_or(0); ++i) way.push_back(lasso->steps[i].state);
  }
  if (!way.empty()) plans_[id] = std::move(way);
}

bool Builder::apply_loop(NodeId id, const std::vector<State>& wanted) {
  Loop loop;
  if (const auto found = found_loops_.find(id); found != found_loops_.end() && found->second.first == wanted)
    loop = found->second;
  else {
    loop.first = wanted;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const State& next = wanted[(i + 1) % wanted.size()];
      auto step = step_into(wanted[i], oracle_.only(next));
      if (!step || step->to != next) return false;
      loop.second.push_back(std::move(step->inputs));
    }
  }
  const Expr inner = seen(id).a;
  std::optional<Objective::Place> turn;
  for (const State& s : loop.first) {
    const NodeId premise = add_state(id, inner, s);
    if (!objective_) continue;
    turn = turn ? objective_->place_after(*turn, s) : turn_at(id);
    turns_[premise] = *turn;
  }
  node(id).inputs = std::move(loop.second);
  return close(id, Rule::EGLoop);
}

// With the ways to each fairness constraint.
bool Builder::apply_staying_set(NodeId id, const View& v) {
  need_reachable();
  const StateSet all = staying(v.a);
  node(id).closed = oracle_.describe(all);
  if (!is_true(pool(), v.a)) add_set(id, v.a, all);
  if (system_.justice.empty() && !choose_steps(node(id).step, all, all)) {
    reopen(id);
    return false;
  }
  for (std::size_t k = 0; k < system_.justice.size(); ++k) {
    StateSet ring = oracle_.intersect(all, oracle_.with_step(system_.justice[k].condition, all));
    StateSet seen;
    while (!oracle_.stopped() && !oracle_.is_empty(ring)) {
      Layer& layer = node(id).layers.emplace_back(Layer{oracle_.describe(ring), k, {}});
      const bool chosen = seen.inside() ? choose_steps(layer.step, ring, seen)
                                        : choose_steps(layer.step, ring, all, system_.justice[k].condition);
      if (!chosen) {
        reopen(id);
        return false;
      }
      seen = seen.inside() ? oracle_.unite(seen, ring) : ring;
      ring = oracle_.subtract(oracle_.intersect(all, oracle_.predecessors(seen)), seen);
    }
  }
  return close(id, Rule::EGSet);
}

}  // namespace whynot::analyse::explain
