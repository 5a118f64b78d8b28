// Explicit fixpoints over the states of a trace.  Each formula has two sets, where it is surely true and where surely
// false: what some run does needs one run, so it is seen; that no run does something never is.
#include "engine/partial/graph.h"

#include <algorithm>

namespace whynot::engine::partial {
namespace {

template <class Combine>
Members combined(const Members& a, const Members& b, Combine combine) {
  Members out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) out[i] = combine(a[i], b[i]);
  return out;
}

}  // namespace

Members operator&(const Members& a, const Members& b) {
  return combined(a, b, [](bool x, bool y) { return x && y; });
}
Members operator|(const Members& a, const Members& b) {
  return combined(a, b, [](bool x, bool y) { return x || y; });
}
Members without(const Members& a, const Members& b) {
  return combined(a, b, [](bool x, bool y) { return x && !y; });
}
bool is_within(const Members& a, const Members& b) { return is_none(without(a, b)); }
bool is_none(const Members& a) { return std::find(a.begin(), a.end(), true) == a.end(); }

Graph::Graph(const TransitionSystem& system, const Trace& trace, bool total)
    : system_(system), slots_(system), total_(total) {
  std::vector<std::size_t> at;
  for (const auto& step : trace.steps) at.push_back(add(step.state));
  for (std::size_t i = 0; i + 1 < at.size(); ++i) connect(at[i], trace.steps[i + 1].inputs, at[i + 1]);
  if (trace.loop) connect(at.back(), trace.closing_inputs, at[*trace.loop]);
  fair_ = total ? all() : backwards(all(), staying(all()));
}

std::size_t Graph::add(const State& s) {
  const auto [place, fresh] = numbers_.try_emplace(s, states_.size());
  if (fresh) {
    states_.push_back(s);
    edges_.emplace_back();
  }
  return place->second;
}

void Graph::connect(std::size_t from, const Inputs& inputs, std::size_t to) {
  for (const Edge& e : edges_[from])
    if (e.to == to && e.inputs == inputs) return;
  edges_[from].push_back({to, inputs});
}

std::optional<std::size_t> Graph::number_of(const State& s) const {
  const auto found = numbers_.find(s);
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

bool Graph::holds(Expr condition, std::size_t from, const Edge& edge) const {
  return CompiledExpr(*system_.pool, condition, [&](Expr leaf) { return slots_.of(leaf); })
      .all_true(slots_.values(states_[from], &edge.inputs, &states_[edge.to]));
}

// ---- steps

Members Graph::successors(const Members& set) const {
  Members out = none();
  for (std::size_t i = 0; i < size(); ++i)
    if (set[i])
      for (const Edge& e : edges_[i]) out[e.to] = true;
  return out;
}

Members Graph::predecessors(const Members& set) const {
  Members out = none();
  for (std::size_t i = 0; i < size(); ++i)
    out[i] = std::any_of(edges_[i].begin(), edges_[i].end(), [&](const Edge& e) { return set[e.to]; });
  return out;
}

Members Graph::with_step(Expr condition, const Members& into) const {
  Members out = none();
  for (std::size_t i = 0; i < size(); ++i)
    out[i] = std::any_of(edges_[i].begin(), edges_[i].end(),
                         [&](const Edge& e) { return into[e.to] && holds(condition, i, e); });
  return out;
}

std::vector<Members> Graph::rings(const Members& hold, const Members& goal) const {
  std::vector<Members> found{goal};
  Members seen = goal;
  while (true) {
    Members more = without(predecessors(found.back()) & hold, seen);
    if (is_none(more)) return found;
    seen = seen | more;
    found.push_back(std::move(more));
  }
}

Members Graph::backwards(const Members& hold, const Members& goal) const {
  Members all = none();
  for (const Members& ring : rings(hold, goal)) all = all | ring;
  return all;
}

Members Graph::forwards(const Members& hold, const Members& from) const {
  Members seen = from;
  while (true) {
    const Members more = seen | (successors(seen & hold) & hold);
    if (more == seen) return seen;
    seen = more;
  }
}

// ---- runs that stay

// Of the set, where steps within it, at least one, lead to one of the others.
Members Graph::met_again(const Members& set, const Members& at) const {
  return set & predecessors(backwards(set, set & at));
}

Members Graph::staying(const Members& set, const std::vector<Members>& pass) const {
  Members region = set;
  while (true) {
    Members less = region & predecessors(region);
    for (const Constraint& c : system_.justice) less = less & backwards(less, less & with_step(c.condition, less));
    for (const Members& p : pass) less = met_again(less, p);
    if (less == region) return region;
    region = std::move(less);
  }
}

std::optional<std::vector<std::size_t>> Graph::way(std::size_t from, const Members& within, const Members& to) const {
  const std::vector<Members> near = rings(within, to & within);
  std::vector<std::size_t> found{from};
  std::size_t rank = 0;
  while (rank < near.size() && !near[rank][from]) ++rank;
  if (rank == near.size()) return std::nullopt;
  for (; rank > 0; --rank) {
    const auto& out = edges_[found.back()];
    found.push_back(std::find_if(out.begin(), out.end(), [&](const Edge& e) { return near[rank - 1][e.to]; })->to);
  }
  return found;
}

// Through one demand after the other, then back.
std::optional<std::vector<std::size_t>> Graph::loop(std::size_t from, const Members& within,
                                                    const std::vector<Members>& pass) const {
  std::vector<std::size_t> round{from};
  const auto walk = [&](const Members& to) {
    const auto next = way(round.back(), within, to);
    if (next) round.insert(round.end(), next->begin() + 1, next->end());
    return next.has_value();
  };
  const auto step_to = [&](const Members& to) {
    for (const Edge& e : edges_[round.back()])
      if (to[e.to]) {
        round.push_back(e.to);
        return true;
      }
    return false;
  };
  Members home = none();
  home[from] = true;
  for (const Constraint& c : system_.justice) {
    if (!walk(with_step(c.condition, within))) return std::nullopt;
    const auto& out = edges_[round.back()];
    const auto edge = std::find_if(out.begin(), out.end(),
                                   [&](const Edge& e) { return within[e.to] && holds(c.condition, round.back(), e); });
    if (edge == out.end()) return std::nullopt;
    round.push_back(edge->to);
  }
  for (const Members& p : pass)
    if (!walk(p)) return std::nullopt;
  const bool moved = round.size() > 1;
  if (moved && round.back() == from) {
    round.pop_back();
    return round;
  }
  if (!moved && !step_to(backwards(within, home & within))) return std::nullopt;
  if (!walk(home)) return std::nullopt;
  round.pop_back();
  return round;
}

// ---- formulas

const Graph::Known& Graph::known(Expr ctl) {
  for_each_postorder(ctl, [&](Expr e) {
    if (e.type().is_boolean() && !known_.count(e)) known_.emplace(e, label(e));
  });
  return known_.at(ctl);
}

Graph::Known Graph::label(Expr e) {
  if (!contains_op(e, is_ctl)) {
    const CompiledExpr fact(*system_.pool, e, [&](Expr leaf) { return slots_.of(leaf); });
    Known out{none(), none()};
    for (std::size_t i = 0; i < size(); ++i) {
      const Value value = fact.run(slots_.values(states_[i], nullptr, nullptr));
      out.yes[i] = value.defined() && value.is_true();
      out.no[i] = value.defined() && !value.is_true();
    }
    return out;
  }
  if (is_ctl(e.op())) return temporal(e);
  const Known& a = known_.at(e.arg(0));
  if (e.is(Op::Not)) return {a.no, a.yes};
  if (e.arity() != 2) return {none(), none()};
  const Known& b = known_.at(e.arg(1));
  switch (e.op()) {
    case Op::And: return {a.yes & b.yes, a.no | b.no};
    case Op::Or: return {a.yes | b.yes, a.no & b.no};
    case Op::Implies: return {a.no | b.yes, a.yes & b.no};
    case Op::Iff: return {(a.yes & b.yes) | (a.no & b.no), (a.yes & b.no) | (a.no & b.yes)};
    case Op::Xor: return {(a.yes & b.no) | (a.no & b.yes), (a.yes & b.yes) | (a.no & b.no)};
    default: return {none(), none()};
  }
}

Graph::Known Graph::temporal(Expr e) {
  const Known a = known_.at(e.arg(0)), b = e.arity() == 2 ? known_.at(e.arg(1)) : a;
  const TimeBounds bounds = e.is(Op::EX) || e.is(Op::AX) ? TimeBounds{} : bounds_of(e);
  switch (e.op()) {
    case Op::EX: return {predecessors(a.yes & fair_), none()};
    case Op::AX: return {none(), predecessors(a.no & fair_)};
    case Op::EF: return {until(all(), a.yes, bounds), none()};
    case Op::AG: return {none(), until(all(), a.no, bounds)};
    case Op::EG: return {globally(a.yes, bounds), none()};
    case Op::AF: return {none(), globally(a.no, bounds)};
    case Op::EU: return {until(a.yes, b.yes, bounds), none()};
    case Op::AU:
      if (!bounds.unbounded()) return {none(), missing(a, b, bounds)};
      return {none(), globally(b.no, bounds) | until(b.no, a.no & b.no, bounds)};
    default: return {none(), none()};
  }
}

Members Graph::until(const Members& hold, const Members& goal, TimeBounds bounds) const {
  if (bounds.unbounded()) return backwards(hold, goal & fair_);
  Members reached = goal & fair_;
  for (std::uint64_t i = bounds.lo; i < bounds.hi; ++i) {
    const Members more = reached | (hold & predecessors(reached));
    if (more == reached) break;
    reached = more;
  }
  for (std::uint64_t i = 0; i < bounds.lo && !is_none(reached); ++i) reached = hold & predecessors(reached);
  return reached;
}

// A run that does not come to the goal within the bounds, or leaves before what must hold until then.
Members Graph::missing(const Known& hold, const Known& goal, TimeBounds bounds) const {
  const Members leaves = hold.no & fair_, never = goal.no & fair_;
  Members found = never;
  for (std::uint64_t i = bounds.lo; i < bounds.hi; ++i) {
    const Members more = never & (leaves | predecessors(found));
    if (more == found) break;
    found = more;
  }
  for (std::uint64_t i = 0; i < bounds.lo; ++i) {
    const Members more = leaves | predecessors(found);
    if (more == found) break;
    found = more;
  }
  return found;
}

Members Graph::globally(const Members& hold, TimeBounds bounds) const {
  if (bounds.unbounded()) return staying(hold);
  Members kept = hold & fair_;
  for (std::uint64_t i = bounds.lo; i < bounds.hi; ++i) {
    const Members less = hold & predecessors(kept);
    if (less == kept) break;
    kept = less;
  }
  for (std::uint64_t i = 0; i < bounds.lo && !is_none(kept); ++i) kept = predecessors(kept);
  return kept;
}

}  // namespace whynot::engine::partial
