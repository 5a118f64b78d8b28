// Rules for what all runs do.
#include "analyse/explain/build/builder.h"

namespace whynot::analyse::explain {

bool Builder::apply_all_steps(NodeId id, Rule rule) {
  const Expr rest = rest_after(id);
  const StateSet next = oracle_.successors(places_[id]);
  if (const auto now = now_before(id)) add_same(id, *now);
  add_at(id, weak(rest, next), next);
  return close(id, rule);
}

// What starts no fair run apart from the rest; then what has reached its goal, or will soon.
bool Builder::apply_split(NodeId id) {
  const Expr f = proof_.at(id).goal.formula;
  const View v = view_of(pool(), f);
  StateSet left = fair_part(id);
  const bool by_horizon = v.shape == Shape::AU && !v.is_bounded();
  if (by_horizon) {
    left = settling_part(id);
  } else if (!is_universal(f) || oracle_.is_subset(places_[id], left)) {
    left = places_[id];
    if (v.b) left = oracle_.intersect(left, v.shape == Shape::EU ? fair_ones(states_of(v.b)) : states_of(v.b));
  }
  const StateSet right = oracle_.subtract(places_[id], left);
  if (!oracle_.is_empty(left)) add_part(id, f, left);
  if (!oracle_.is_empty(right)) add_part(id, f, right);
  return close(id, Rule::Split);
}

// The states on the way to the goal, taken away layer by layer: first those all of whose steps lead further
// down, then those that cannot meet some fairness constraint without leaving for below (Emerson & Lei's
// fixpoint, read as a certificate).
bool Builder::apply_layers(NodeId id, const View& v) {
  need_reachable();
  const Expr unfair_formula = no_fair_run(pool());
  const bool about_unfair = proof_.at(id).goal.formula == unfair_formula;
  const StateSet everywhere = oracle_.forwards(oracle_.reachable(), places_[id]);
  const StateSet goal = oracle_.intersect(everywhere, states_of(v.b));
  StateSet unfair = oracle_.subtract(oracle_.subtract(everywhere, oracle_.fair()), goal);
  StateSet rest = oracle_.subtract(oracle_.intersect(everywhere, states_of(proof_.at(id).goal.formula)), goal);
  if (!about_unfair) rest = oracle_.subtract(rest, unfair);
  // What is needed: the part that runs can go through before they are done.
  StateSet done = about_unfair ? goal : oracle_.unite(goal, unfair), walked = rest;
  std::vector<Layer> layers;
  const auto take = [&](const StateSet& layer, std::optional<std::size_t> justice) {
    layers.push_back({oracle_.describe(layer), justice, {}});
    rest = oracle_.subtract(rest, layer);
    done = oracle_.unite(done, layer);
  };
  while (!oracle_.is_empty(rest) && !oracle_.stopped()) {
    const StateSet at_once = oracle_.subtract(rest, oracle_.predecessors(rest));
    if (!oracle_.is_empty(at_once)) {
      take(at_once, std::nullopt);
      continue;
    }
    bool taken = false;
    for (std::size_t k = 0; k < system_.justice.size() && !taken; ++k) {
      const StateSet meets = oracle_.intersect(rest, oracle_.with_step(system_.justice[k].condition, rest));
      const StateSet never = oracle_.subtract(rest, oracle_.backwards(rest, meets));
      if (oracle_.is_empty(never)) continue;
      take(never, k);
      taken = true;
    }
    if (!taken) return false;
  }
  if (!oracle_.is_empty(goal)) add_set(id, v.b, goal);
  if (!is_true(pool(), v.a) && !oracle_.is_empty(walked)) add_set(id, v.a, walked);
  if (!about_unfair && !oracle_.is_empty(unfair)) add_at(id, unfair_formula, unfair);
  node(id).layers = std::move(layers);
  return close(id, Rule::AUFair);
}

// All that can be reached; for !E [a U b], without going on from where a is false.  Or by induction over some steps.
bool Builder::apply_closed_set(NodeId id, const View& v) {
  need_reachable();
  if (const auto depth = oracle_.induction_depth(proof_.at(id).goal.formula)) {
    node(id).bound = *depth;
    return close(id, Rule::AG);
  }
  const bool release = v.shape == Shape::NotEU;
  const Expr fact = release ? normal_form(pool(), v.b, true) : v.a;
  StateSet closed = places_[id], released;
  if (release) {
    const StateSet goes_on = states_of(v.a);
    while (!oracle_.stopped()) {
      const StateSet next = oracle_.successors(oracle_.intersect(closed, goes_on));
      if (oracle_.is_subset(next, closed)) break;
      closed = oracle_.unite(closed, next);
    }
    released = oracle_.subtract(closed, goes_on);
  } else if (oracle_.is_loose() && oracle_.is_subset(fair_ones(oracle_.reachable()), states_of(fact))) {
    closed = oracle_.reachable();
  } else {
    closed = oracle_.forwards(oracle_.reachable(), closed);
  }
  node(id).closed = oracle_.describe(closed);
  add_set(id, weak(fact, closed), closed);
  if (release && !oracle_.is_empty(released)) add_at(id, normal_form(pool(), v.a, true), released);
  return close(id, Rule::AG);
}

bool Builder::apply_unfold(NodeId id, const View& v) {
  const Expr f = proof_.at(id).goal.formula;
  const bool for_all = v.shape == Shape::NotEU;
  const Expr never = normal_form(pool(), v.b, true), ends = normal_form(pool(), v.a, true);
  Expr unfolded = never;
  if (v.bounds.hi > 0) {
    const TimeBounds left{v.bounds.lo > 0 ? v.bounds.lo - 1 : 0, v.bounds.hi - 1};
    const Expr until = f.arg(0);
    const Expr rest = pool().not_(pool().temporal(until.op(), {until.arg(0), until.arg(1)}, left));
    const Expr later = pool().or_(ends, pool().temporal(for_all ? Op::AX : Op::EX, {rest}));
    unfolded = v.bounds.lo == 0 ? pool().and_(never, later) : later;
  } else if (for_all) {
    unfolded = weak(never, places_[id]);
  }
  if (!for_all && !all_fair()) unfolded = pool().and_(unfolded, some_fair_run(pool()));
  add_same(id, unfolded);
  return close(id, Rule::Unfold);
}

}  // namespace whynot::analyse::explain
