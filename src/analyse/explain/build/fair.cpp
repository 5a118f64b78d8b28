// What formulas mean for the runs that count, distances to goals, loops.
#include <algorithm>

#include "analyse/explain/build/builder.h"
#include "base/check.h"

namespace whynot::analyse::explain {
namespace {

constexpr std::size_t most_reached = 200;    // states looked at for shorter loops
constexpr std::size_t most_fair_loops = 20;  // looked for from there, each by several fixpoints
constexpr std::size_t most_rounds = 8;       // of a loop, for what lies outside to close it too

}  // namespace

bool Builder::speaks_of_step(Expr e) const {
  return speaks_of_transition(e, [&](Expr v) {
    return std::any_of(system_.variables.begin(), system_.variables.end(),
                       [&](const VariableDecl& d) { return d.variable == v && d.kind == VariableKind::Input; });
  });
}

// Invariants count what is reached, whether a fair run goes on from there or not; one that speaks of steps is
// proved of all steps, refuted by one.
StateSet Builder::states_of(Expr e) {
  if (!finite()) return oracle_.states_of(e);
  if (e.is(Op::EF)) return nearer(pool().boolean(true), e.arg(0)).back();
  if (e.is(Op::AG))
    return oracle_.subtract(oracle_.reachable(),
                            nearer(pool().boolean(true), normal_form(pool(), e.arg(0), true)).back());
  if (!speaks_of_step(e)) return oracle_.states_of(e);
  const auto everywhere = oracle_.reachable();
  if (!proof_.holds) return oracle_.with_step(e, everywhere);
  return oracle_.subtract(everywhere, oracle_.with_step(pool().not_(e), everywhere));
}

Expr Builder::kept(Expr e) { return all_fair() || is_existential(e) ? e : pool().and_(e, some_fair_run(pool())); }

Expr Builder::weak(Expr e, const StateSet& in) {
  if (all_fair() || oracle_.is_subset(in, states_of(e))) return e;
  return pool().or_(e, no_fair_run(pool()));
}

// Ring by ring, kept for all questions about the same until.
const std::vector<StateSet>& Builder::nearer(Expr hold, Expr goal) {
  auto found = std::find_if(distances_.begin(), distances_.end(),
                            [&](const Distances& d) { return d.hold == hold && d.goal == goal; });
  if (found == distances_.end()) {
    Distances d{hold, goal, {fair_ones(states_of(goal))}};
    const StateSet through = is_true(pool(), hold) ? oracle_.reachable() : states_of(hold);
    while (!oracle_.stopped()) {
      const StateSet& all = d.within.back();
      StateSet more = oracle_.unite(all, oracle_.intersect(oracle_.predecessors(all), through));
      if (oracle_.is_subset(more, all)) break;
      d.within.push_back(std::move(more));
    }
    distances_.push_back(std::move(d));
    found = distances_.end() - 1;
  }
  return found->within;
}

StateSet Builder::within(Expr hold, Expr goal, std::size_t steps) {
  const auto& sets = nearer(hold, goal);
  return sets[std::min(steps, sets.size() - 1)];
}

std::optional<std::size_t> Builder::distance(Expr hold, Expr goal, const StateSet& from) {
  const auto& sets = nearer(hold, goal);
  for (std::size_t n = 0; n < sets.size(); ++n)
    if (oracle_.is_subset(from, sets[n])) return n;
  return std::nullopt;
}

Expr Builder::bounded(Op op, Expr hold, Expr goal, std::uint64_t lo, std::uint64_t hi) {
  return pool().temporal(op, {hold, goal}, {lo, hi});
}

// Rings forwards from the state until it is met again, then back.
std::optional<Builder::Loop> Builder::shortest_loop(const State& s, const StateSet& within) {
  const StateSet start = oracle_.only(s);
  std::vector<StateSet> rings{start};
  StateSet seen;
  while (true) {
    StateSet ring = oracle_.intersect(oracle_.successors(rings.back()), within);
    if (rings.size() > 1) ring = oracle_.subtract(ring, seen);
    if (oracle_.stopped() || oracle_.is_empty(ring)) return std::nullopt;
    seen = rings.size() > 1 ? oracle_.unite(seen, ring) : ring;
    if (oracle_.is_subset(start, ring)) break;
    rings.push_back(std::move(ring));
  }
  std::vector<State> states{s};
  for (std::size_t i = rings.size(); i-- > 1;)
    states.push_back(*oracle_.pick(oracle_.intersect(rings[i], oracle_.predecessors(oracle_.only(states.back())))));
  states.push_back(s);
  std::reverse(states.begin(), states.end());  // s, …, s
  Loop loop;
  for (std::size_t i = 0; i + 1 < states.size(); ++i)
    loop.second.push_back(oracle_.inputs_between(states[i], states[i + 1]).value_or(Inputs()));
  states.pop_back();
  loop.first = std::move(states);
  return loop;
}

// The loop from a state, round after round until what lies outside of the oracle's sight is as it was, too.
std::optional<Builder::Loop> Builder::lifted(const State& s, const Loop& alike) {
  if (outside_.is_empty()) return alike;
  Loop loop;
  State at = s;
  const std::size_t length = alike.first.size();
  for (std::size_t i = 0; i < most_rounds * length && (i % length != 0 || i == 0 || at != s); ++i) {
    engine::Oracle::Step step{alike.second[i % length], alike.first[(i + 1) % length]};
    outside_.complete(at, step);
    loop.first.push_back(std::move(at));
    loop.second.push_back(std::move(step.inputs));
    at = std::move(step.to);
  }
  return at == s ? std::optional(std::move(loop)) : std::nullopt;
}

std::optional<Builder::Loop> Builder::loop_through(const State& s, const StateSet& within,
                                                   const std::vector<StateSet>& pass) {
  const auto alike = alike_loop(s, within, pass);
  return alike ? lifted(s, *alike) : std::nullopt;
}

// A loop that meets all fairness constraints, passes what it should, and comes back to what looks like the state.
std::optional<Builder::Loop> Builder::alike_loop(const State& s, const StateSet& within,
                                                 const std::vector<StateSet>& pass) {
  if (system_.justice.empty() && pass.empty()) return shortest_loop(s, within);
  const auto lasso = oracle_.fair_lasso(s, within, pass);
  if (!lasso || lasso->loop != std::optional<std::size_t>(0)) return std::nullopt;
  Loop loop;
  for (std::size_t i = 0; i < lasso->steps.size(); ++i) {
    loop.first.push_back(lasso->steps[i].state);
    loop.second.push_back(*lasso->inputs_out_of(i));
  }
  return loop;
}

// Breadth first through a limited number of states; the way and the loop together must be shorter.
std::optional<std::vector<State>> Builder::way_to_shorter_loop(const State& s, const StateSet& within,
                                                               std::size_t length) {
  struct Reached {
    State state;
    std::size_t from = 0, steps = 0;
  };
  std::vector<Reached> reached{{s, 0, 0}};
  StateSet seen = oracle_.only(s);
  std::optional<std::size_t> best;
  std::size_t least = length;
  const std::size_t most_loops = system_.justice.empty() ? most_reached : most_fair_loops;
  for (std::size_t i = 0; i < reached.size() && i < most_loops && reached.size() < most_reached; ++i) {
    const std::size_t steps = reached[i].steps;
    if (steps >= least) break;
    if (i > 0)
      if (const auto loop = alike_loop(reached[i].state, within, {}); loop && steps + loop->first.size() < least) {
        least = steps + loop->first.size();
        best = i;
      }
    StateSet next =
        oracle_.subtract(oracle_.intersect(oracle_.successors(oracle_.only(reached[i].state)), within), seen);
    seen = oracle_.unite(seen, next);
    while (reached.size() < most_reached) {
      const auto t = oracle_.pick(next);
      if (!t) break;
      next = oracle_.subtract(next, oracle_.only(*t));
      reached.push_back({*t, i, steps + 1});
    }
  }
  if (!best) return std::nullopt;
  std::vector<State> way;
  for (std::size_t at = *best; at != 0; at = reached[at].from) way.push_back(reached[at].state);
  std::reverse(way.begin(), way.end());
  return way;
}

StateSet Builder::settling_part(NodeId id) {
  std::optional<std::size_t> horizon;
  for (const auto& s : strategies_)
    if (const auto steps = s->horizon()) horizon = steps;
  if (!horizon || !system_.justice.empty()) return places_[id];
  StateSet near = oracle_.ring(proof_.at(id).goal.formula, 0);
  for (std::size_t n = 1; n <= *horizon; ++n) near = oracle_.unite(near, oracle_.ring(proof_.at(id).goal.formula, n));
  near = oracle_.intersect(places_[id], near);
  return oracle_.is_empty(near) ? places_[id] : near;
}

}  // namespace whynot::analyse::explain
