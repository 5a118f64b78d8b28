#include "analyse/intervals/circuit_truth.h"

#include <algorithm>

#include "base/check.h"
#include "model/system/truth.h"

namespace whynot::analyse::intervals {

std::vector<Expr> atoms_of(Expr formula) {
  std::vector<Expr> atoms, open = {formula};
  std::unordered_map<Expr, bool, ExprHash> seen;
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    if (!seen.emplace(e, true).second) continue;
    if (!is_temporal(e.op()) && !is_connective(e)) {
      atoms.push_back(e);
      continue;
    }
    for (std::size_t i = 0; i < e.arity(); ++i) open.push_back(e.arg(i));
  }
  return atoms;
}

CircuitTruth::CircuitTruth(solve::Aig& graph, std::size_t steps, std::optional<std::size_t> loop)
    : graph_(graph), steps_(steps), loop_(loop) {}

// Past operators may tell the rounds of a loop apart, so positions go on until they no longer do.
void CircuitTruth::lay_out(Expr formula) {
  const std::size_t length = loop_ ? steps_ - *loop_ : 0;
  positions_ = steps_ + (loop_ ? rounds_until_stable(formula, length) * length : 0);
  wrap_ = positions_ - length;
}

Kleene CircuitTruth::at_start(Expr formula, const Atoms& atoms) {
  table_.clear();
  lay_out(formula);
  for (Expr atom : atoms_of(formula)) {
    Row row = atoms.at(atom);
    while (row.size() < positions_) row.push_back(row[*loop_ + (row.size() - steps_) % (steps_ - *loop_)]);
    table_.emplace(atom, std::move(row));
  }
  std::vector<Expr> open = {formula};
  while (!open.empty()) {
    const Expr e = open.back();
    const std::size_t before = open.size();
    if (!table_.count(e))
      for (std::size_t i = 0; i < e.arity(); ++i)
        if (!table_.count(e.arg(i))) open.push_back(e.arg(i));
    if (open.size() != before) continue;
    open.pop_back();
    if (!table_.count(e)) table_.emplace(e, combine(e));
  }
  return table_.at(formula)[0];
}

CircuitTruth::Row CircuitTruth::combine(Expr e) const {
  if (!is_ltl(e.op())) return connect(e);
  if (!e.is(Op::X) && !e.is(Op::Y) && !e.is(Op::Z) && !bounds_of(e).unbounded()) return bounded(e);
  return is_future(e.op()) ? future(e) : past(e);
}

CircuitTruth::Row CircuitTruth::connect(Expr e) const {
  const Row &a = table_.at(e.arg(0)), &b = table_.at(e.arg(e.arity() > 1 ? 1 : 0)),
            &c = table_.at(e.arg(e.arity() > 2 ? 2 : 0));
  Row row(positions_);
  for (std::size_t p = 0; p < positions_; ++p) {
    const Kleene x = a[p], y = b[p];
    switch (e.op()) {
      case Op::Not: row[p] = not_(x); break;
      case Op::And: row[p] = and_(x, y); break;
      case Op::Or: row[p] = or_(x, y); break;
      case Op::Implies: row[p] = or_(not_(x), y); break;
      case Op::Xor: row[p] = or_(and_(x, not_(y)), and_(not_(x), y)); break;
      case Op::Iff:
      case Op::Eq: row[p] = and_(or_(not_(x), y), or_(x, not_(y))); break;
      case Op::Ite: row[p] = or_(and_(x, y), and_(not_(x), c[p])); break;
      default: WHYNOT_CHECK(false, "only boolean operators should stand above temporal ones");
    }
  }
  return row;
}

CircuitTruth::Row CircuitTruth::future(Expr e) const {
  const Row& a = table_.at(e.arg(0));
  switch (e.op()) {
    case Op::X: {
      Row row(positions_);
      for (std::size_t p = 0; p < positions_; ++p) {
        const std::size_t next = p + 1 < positions_ ? p + 1 : wrap_;
        row[p] = next < positions_ ? a[next] : Kleene::unknown();
      }
      return row;
    }
    case Op::F: return until(Row(positions_, Kleene::constant(true)), a, true);
    case Op::G: return until(Row(positions_, Kleene::constant(false)), a, false);
    case Op::U: return until(a, table_.at(e.arg(1)), true);
    default: return until(a, table_.at(e.arg(1)), false);
  }
}

// Backwards from the end; on a lasso twice round, the first time from where the fixpoint starts.
CircuitTruth::Row CircuitTruth::until(const Row& hold, const Row& goal, bool least) const {
  Row row(positions_);
  Kleene beyond = finite() ? Kleene::unknown() : Kleene::constant(!least);
  for (int round = 0; round < (finite() ? 1 : 2); ++round) {
    Kleene next = beyond;
    for (std::size_t p = positions_; p-- > 0;)
      next = row[p] = least ? or_(goal[p], and_(hold[p], next)) : and_(goal[p], or_(hold[p], next));
    if (!finite()) beyond = row[wrap_];
  }
  return row;
}

CircuitTruth::Row CircuitTruth::past(Expr e) const {
  const Row &a = table_.at(e.arg(0)), &b = table_.at(e.arg(e.arity() > 1 ? 1 : 0));
  Row row(positions_);
  for (std::size_t p = 0; p < positions_; ++p) {
    const auto since = [&](Kleene goal, Kleene hold, bool strong) {
      if (p == 0) return goal;
      return strong ? or_(goal, and_(hold, row[p - 1])) : and_(goal, or_(hold, row[p - 1]));
    };
    switch (e.op()) {
      case Op::Y: row[p] = p == 0 ? Kleene::constant(false) : a[p - 1]; break;
      case Op::Z: row[p] = p == 0 ? Kleene::constant(true) : a[p - 1]; break;
      case Op::O: row[p] = since(a[p], Kleene::constant(true), true); break;
      case Op::H: row[p] = since(a[p], Kleene::constant(false), false); break;
      case Op::S: row[p] = since(b[p], a[p], true); break;
      default: row[p] = since(b[p], a[p], false); break;
    }
  }
  return row;
}

std::size_t CircuitTruth::advance(std::size_t position, std::uint64_t by) const {
  if (by < positions_ - position) return position + by;
  return finite() ? positions_ : wrap_ + (by - (positions_ - position)) % (positions_ - wrap_);
}

// Operators with [lo, hi] as model/truth.cpp has them: some distance within the bounds (or, dually, every one)
// at which the goal holds, the first operand holding at all distances before.
CircuitTruth::Row CircuitTruth::bounded(Expr e) const {
  const bool universal = e.is(Op::G) || e.is(Op::H) || e.is(Op::V) || e.is(Op::T);
  const bool binary = e.arity() == 2, backward = is_past(e.op());
  const Row& goal = table_.at(e.arg(binary ? 1 : 0));
  const Row* hold = binary ? &table_.at(e.arg(0)) : nullptr;
  const auto [lo, hi] = bounds_of(e);
  const std::uint64_t horizon =
      (binary ? 0 : lo) + 2 * positions_ + (binary ? std::min<std::uint64_t>(lo, 2 * positions_) : 0);
  Row row(positions_);
  for (std::size_t p = 0; p < positions_; ++p) {
    Kleene result = Kleene::constant(false), open = Kleene::constant(true);
    for (std::uint64_t i = binary ? 0 : lo; i <= hi && i <= horizon; ++i) {
      if (backward && i > p) break;
      const std::size_t at = backward ? p - i : advance(p, i);
      const bool there = at < positions_;
      const auto read = [&](const Row& r) { return !there ? Kleene::unknown() : universal ? not_(r[at]) : r[at]; };
      if (i >= lo || !there) result = or_(result, and_(open, read(goal)));
      if (hold) open = and_(open, read(*hold));
      if (!there) break;
    }
    row[p] = universal ? not_(result) : result;
  }
  return row;
}

}  // namespace whynot::analyse::intervals
