// Labels subformulas bottom up; EG by strongly connected components that meet every fairness condition.
#include "engine/explicit/labelling.h"

#include <algorithm>

#include "base/check.h"
#include "expr/evaluate.h"
#include "model/system/slots.h"

namespace whynot::engine {
namespace {

using Set = std::vector<bool>;

Set complement(Set s) {
  s.flip();
  return s;
}

Set intersect(Set a, const Set& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] && b[i];
  return a;
}

bool contains_ctl(Expr e) { return contains_op(e, is_ctl); }

}  // namespace

Labelling::Labelling(const TransitionSystem& system, const Graph& graph) : system_(system), graph_(graph) {
  predecessors_.resize(graph.size());
  for (std::uint32_t from = 0; from < graph.size(); ++from)
    for (const Edge& edge : graph.edges[from])
      if (predecessors_[edge.to].empty() || predecessors_[edge.to].back() != from)
        predecessors_[edge.to].push_back(from);
  for (const Constraint& c : system.justice) justice_.push_back(edges_of(c.condition));
  fair_ = globally(Set(graph.size(), true));
}

std::vector<bool> Labelling::states_of(Expr formula) {
  for_each_postorder(formula, [&](Expr e) {
    if (e.type().is_boolean() && !labels_.count(e)) labels_.emplace(e, label(e));
  });
  return labels_.at(formula);
}

Labelling::Set Labelling::label(Expr e) {
  if (!contains_ctl(e)) return atom(e);
  if (!is_ctl(e.op())) return logical(e);
  const Set& a = labels_.at(e.arg(0));
  const bool binary = e.arity() == 2;
  const Set all(graph_.size(), true);
  const TimeBounds bounds = bounds_of(e);
  const bool bounded = !bounds.unbounded() && !e.is(Op::EX) && !e.is(Op::AX);
  const auto some_until = [&](const Set& hold, const Set& goal) {
    return bounded ? bounded_until(hold, goal, bounds) : until(hold, intersect(goal, fair_));
  };
  const auto some_globally = [&](const Set& hold) { return bounded ? bounded_globally(hold, bounds) : globally(hold); };
  switch (e.op()) {
    case Op::EX: return exists_next(a);
    case Op::AX: return complement(exists_next(complement(a)));
    case Op::EF: return some_until(all, a);
    case Op::AG: return complement(some_until(all, complement(a)));
    case Op::EG: return some_globally(a);
    case Op::AF: return complement(some_globally(complement(a)));
    case Op::EU: return some_until(a, labels_.at(e.arg(1)));
    default: break;
  }
  WHYNOT_CHECK(e.is(Op::AU) && binary, "every CTL operator should be treated");
  // A[a U b]: no fair run avoids b forever, and none sees !a & !b before b.
  const Set& b = labels_.at(e.arg(1));
  if (bounded) {
    // Within lo..hi: by the negation, unfolded from the largest distance inwards.
    Set bad(graph_.size(), true);
    for (std::uint64_t i = bounds.hi + 1; i-- > 0;) {
      const Set later = exists_next(bad);
      for (std::size_t s = 0; s < bad.size(); ++s) {
        const bool goal = i >= bounds.lo && b[s];
        bad[s] = fair_[s] && !goal && (i == bounds.hi || !a[s] || later[s]);
      }
    }
    return complement(bad);
  }
  const Set neither = intersect(complement(a), complement(b));
  const Set escape = until(complement(b), intersect(neither, fair_)), avoid = globally(complement(b));
  Set result(graph_.size());
  for (std::size_t s = 0; s < result.size(); ++s) result[s] = !escape[s] && !avoid[s];
  return result;
}

Labelling::Set Labelling::logical(Expr e) const {
  const auto row = [&](std::size_t i) -> const Set& { return labels_.at(e.arg(std::min(i, e.arity() - 1))); };
  const Set &a = row(0), &b = row(1), &c = row(2);
  Set result(graph_.size());
  for (std::size_t s = 0; s < result.size(); ++s) {
    switch (e.op()) {
      case Op::Not: result[s] = !a[s]; break;
      case Op::And: result[s] = a[s] && b[s]; break;
      case Op::Or: result[s] = a[s] || b[s]; break;
      case Op::Xor: result[s] = a[s] != b[s]; break;
      case Op::Iff:
      case Op::Eq: result[s] = a[s] == b[s]; break;
      case Op::Implies: result[s] = !a[s] || b[s]; break;
      case Op::Ite: result[s] = a[s] ? b[s] : c[s]; break;
      default: WHYNOT_CHECK(false, "only logical operators should stand above temporal ones");
    }
  }
  return result;
}

Labelling::Set Labelling::atom(Expr e) const {
  const Slots slots(system_);
  const CompiledExpr compiled(*system_.pool, e, [&](Expr leaf) { return slots.of(leaf); });
  Set result(graph_.size());
  for (std::size_t s = 0; s < result.size(); ++s)
    result[s] = compiled.run(slots.values(graph_.states[s], nullptr, nullptr)).is_true();
  return result;
}

std::vector<Labelling::Set> Labelling::edges_of(Expr condition) const {
  const Slots slots(system_);
  const CompiledExpr compiled(*system_.pool, condition, [&](Expr leaf) { return slots.of(leaf); });
  std::vector<Set> result(graph_.size());
  for (std::size_t s = 0; s < result.size(); ++s)
    for (const Edge& edge : graph_.edges[s])
      result[s].push_back(compiled.run(slots.values(graph_.states[s], &graph_.inputs[edge.inputs], nullptr)).is_true());
  return result;
}

Labelling::Set Labelling::pre(const Set& target) const {
  Set result(graph_.size(), false);
  for (std::uint32_t s = 0; s < graph_.size(); ++s)
    if (target[s])
      for (std::uint32_t p : predecessors_[s]) result[p] = true;
  return result;
}

Labelling::Set Labelling::exists_next(const Set& s) const { return pre(intersect(s, fair_)); }

Labelling::Set Labelling::until(const Set& hold, const Set& goal) const {
  Set result = goal;
  std::vector<std::uint32_t> todo;
  for (std::uint32_t s = 0; s < graph_.size(); ++s)
    if (goal[s]) todo.push_back(s);
  while (!todo.empty()) {
    const std::uint32_t s = todo.back();
    todo.pop_back();
    for (std::uint32_t p : predecessors_[s])
      if (!result[p] && hold[p]) {
        result[p] = true;
        todo.push_back(p);
      }
  }
  return result;
}

// The states that reach, within `hold`, a component with a cycle that meets every justice constraint.
Labelling::Set Labelling::globally(const Set& hold) const {
  const Components parts = components(graph_.size(), hold, [&](std::uint32_t s) {
    std::vector<std::uint32_t> targets;
    for (const Edge& edge : graph_.edges[s]) targets.push_back(edge.to);
    return targets;
  });
  Set core(graph_.size(), false);
  for (const auto& component : parts.members) {
    const auto some_edge_inside = [&](const std::vector<Set>* meets) {
      for (std::uint32_t s : component)
        for (std::size_t e = 0; e < graph_.edges[s].size(); ++e)
          if (parts.of[graph_.edges[s][e].to] == parts.of[s] && (!meets || (*meets)[s][e])) return true;
      return false;
    };
    const bool cyclic = some_edge_inside(nullptr);
    const bool fair =
        std::all_of(justice_.begin(), justice_.end(), [&](const auto& j) { return some_edge_inside(&j); });
    if (!cyclic || !fair) continue;
    for (std::uint32_t s : component) core[s] = true;
  }
  return until(hold, core);
}

Labelling::Set Labelling::bounded_until(const Set& hold, Set goal, TimeBounds bounds) const {
  goal = intersect(std::move(goal), fair_);
  Set result = goal;
  for (std::uint64_t i = bounds.hi; i-- > 0;) {
    const Set later = pre(result);
    for (std::size_t s = 0; s < result.size(); ++s) result[s] = (i >= bounds.lo && goal[s]) || (hold[s] && later[s]);
  }
  return result;
}

Labelling::Set Labelling::bounded_globally(const Set& hold, TimeBounds bounds) const {
  Set result = intersect(hold, fair_);
  for (std::uint64_t i = bounds.hi; i-- > 0;) {
    const Set later = pre(result);
    for (std::size_t s = 0; s < result.size(); ++s) result[s] = (i < bounds.lo || hold[s]) && later[s];
  }
  return result;
}

std::optional<Computed> Labelling::compute(const Compute& c) {
  const Set from = intersect(states_of(c.from), fair_), to = intersect(states_of(c.to), fair_);
  const auto empty = [](const Set& s) { return std::find(s.begin(), s.end(), true) == s.end(); };
  if (c.maximum && (empty(from) || empty(to))) return std::nullopt;  // of no ways at all there is no longest one
  // MIN: grow forwards until `to` is met.  MAX: the longest way that avoids `to`; infinity if one never ends.
  Set at = c.maximum ? intersect(from, complement(to)) : from;
  Set seen = at;
  for (std::size_t length = 0; length <= graph_.size(); ++length) {
    if (c.maximum ? empty(at) : !empty(intersect(at, to))) return Computed{Integer(length)};
    Set next(graph_.size(), false);
    bool fresh = false;
    for (std::uint32_t s = 0; s < graph_.size(); ++s)
      if (at[s])
        for (const Edge& edge : graph_.edges[s])
          if (fair_[edge.to] && !(c.maximum && to[edge.to])) {
            next[edge.to] = true;
            fresh = fresh || !seen[edge.to];
            seen[edge.to] = true;
          }
    if (!c.maximum && !fresh) return Computed{};
    at = std::move(next);
  }
  return Computed{};
}

}  // namespace whynot::engine
