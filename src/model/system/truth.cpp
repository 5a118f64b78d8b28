#include "model/system/truth.h"

#include <algorithm>

#include "base/check.h"
#include "expr/evaluate.h"
#include "model/system/slots.h"

namespace whynot {
namespace {

Truth negate(Truth t) { return static_cast<Truth>(2 - static_cast<int>(t)); }
Truth both(Truth a, Truth b) { return std::min(a, b); }
Truth either(Truth a, Truth b) { return std::max(a, b); }

Truth as_truth(const Value& v) { return !v.defined() ? Truth::Unknown : v.as_boolean() ? Truth::True : Truth::False; }

}  // namespace

// By how many rounds an operator may be late behind its operands: a round for one that looks at all of the
// past or one step back, and as many as its bound spans for a bounded one.
std::size_t rounds_until_stable(Expr formula, std::size_t loop_length) {
  std::unordered_map<Expr, std::size_t, ExprHash> rounds;
  for_each_postorder(formula, [&](Expr e) {
    std::size_t most = 0;
    for (std::size_t i = 0; i < e.arity(); ++i) most = std::max(most, rounds.at(e.arg(i)));
    if (is_past(e.op())) most += e.b() == no_bound || e.is(Op::Y) || e.is(Op::Z) ? 1 : e.b() / loop_length + 1;
    if (is_past(e.op()) && e.b() == no_bound) most += e.a() / loop_length;
    rounds.emplace(e, most);
  });
  return rounds.at(formula);
}

bool is_connective(Expr e) {
  switch (e.op()) {
    case Op::Not:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Iff:
    case Op::Implies: return e.type().is_boolean();
    case Op::Ite: return e.type().is_boolean();
    case Op::Eq: return e.arg(0).type().is_boolean() && e.arg(1).type().is_boolean();
    default: return false;
  }
}

TraceTruth::TraceTruth(const TransitionSystem& system, const Trace& trace, Expr formula) : formula_(formula) {
  WHYNOT_CHECK(!trace.steps.empty(), "a trace should have at least one step");
  lay_out(trace, trace.loop ? rounds_until_stable(formula, trace.steps.size() - *trace.loop) : 0);
  evaluate_atoms(system, trace, formula);
  combine_all();
}

TraceTruth TraceTruth::with_flipped(std::span<const AtomAt> flipped) const {
  TraceTruth changed = *this;
  for (const AtomAt& flip : flipped) {
    Row& row = changed.table_.at(flip.atom);
    for (std::size_t p = 0; p < positions_; ++p)
      if (step_[p] == flip.step) row[p] = negate(row[p]);
  }
  changed.combine_all();
  return changed;
}

void TraceTruth::combine_all() {
  for_each_postorder(formula_, [&](Expr e) {
    if (is_temporal(e.op()) || is_connective(e)) table_[e] = combine(e);
  });
}

void TraceTruth::lay_out(const Trace& trace, std::size_t rounds) {
  const std::size_t steps = trace.steps.size(), length = trace.loop ? steps - *trace.loop : 0;
  positions_ = steps + rounds * length;
  for (std::size_t p = 0; p < positions_; ++p) step_.push_back(p < steps ? p : *trace.loop + (p - steps) % length);
  wrap_ = positions_ - length;
}

// Atoms are evaluated as they stand, step by step; so are the boolean parts inside of them.
void TraceTruth::evaluate_atoms(const TransitionSystem& system, const Trace& trace, Expr formula) {
  std::vector<Expr> atoms;
  for_each_postorder(formula, [&](Expr e) {
    if (e.type().is_boolean() && !is_temporal(e.op()) && !is_connective(e)) atoms.push_back(e);
  });
  const Slots slots(system);
  const CompiledExpr program(*system.pool, atoms, [&](Expr leaf) { return slots.of(leaf); });
  std::vector<std::vector<Value>> by_step(trace.steps.size());
  for (std::size_t i = 0; i < by_step.size(); ++i) program.run_all(slots.around(trace, i), by_step[i]);
  for (std::size_t n = 0; n < program.nodes().size(); ++n) {
    if (!program.nodes()[n].type().is_boolean()) continue;
    Row row(positions_);
    for (std::size_t p = 0; p < positions_; ++p) row[p] = as_truth(by_step[step_[p]][n]);
    table_.emplace(program.nodes()[n], std::move(row));
  }
}

TraceTruth::Row TraceTruth::combine(Expr e) const {
  if (is_ltl(e.op()) && !e.is(Op::X) && !e.is(Op::Y) && !e.is(Op::Z) && !bounds_of(e).unbounded()) return bounded(e);
  if (is_future(e.op())) return future(e);
  if (is_past(e.op())) return past(e);
  const Row& a = table_.at(e.arg(0));
  const Row& b = table_.at(e.arg(e.arity() > 1 ? 1 : 0));
  const Row& c = table_.at(e.arg(e.arity() > 2 ? 2 : 0));
  Row row(positions_);
  for (std::size_t p = 0; p < positions_; ++p) {
    switch (e.op()) {
      case Op::Not: row[p] = negate(a[p]); break;
      case Op::And: row[p] = both(a[p], b[p]); break;
      case Op::Or: row[p] = either(a[p], b[p]); break;
      case Op::Implies: row[p] = either(negate(a[p]), b[p]); break;
      case Op::Xor: row[p] = either(both(a[p], negate(b[p])), both(negate(a[p]), b[p])); break;
      case Op::Iff:
      case Op::Eq: row[p] = both(either(negate(a[p]), b[p]), either(negate(b[p]), a[p])); break;
      case Op::Ite: row[p] = either(both(a[p], b[p]), both(negate(a[p]), c[p])); break;
      default: WHYNOT_CHECK(false, "only boolean operators should stand above temporal ones");
    }
  }
  return row;
}

TraceTruth::Row TraceTruth::future(Expr e) const {
  const Row& a = table_.at(e.arg(0));
  const Row always(positions_, Truth::True), never(positions_, Truth::False);
  switch (e.op()) {
    case Op::X: {
      Row row(positions_);
      for (std::size_t p = 0; p < positions_; ++p) row[p] = after(p) < positions_ ? a[after(p)] : Truth::Unknown;
      return row;
    }
    case Op::F: return until(always, a, true);
    case Op::U: return until(a, table_.at(e.arg(1)), true);
    case Op::G: return until(never, a, false);
    default: return until(a, table_.at(e.arg(1)), false);
  }
}

// least: hold U goal.  Otherwise the dual, hold V goal: goal holds up to and including where hold does.
// From the end backwards; round the loop twice, starting from what the fixpoint starts from.
TraceTruth::Row TraceTruth::until(const Row& hold, const Row& goal, bool least) const {
  Row row(positions_);
  Truth beyond = finite() ? Truth::Unknown : least ? Truth::False : Truth::True;
  for (int round = 0; round < (finite() ? 1 : 2); ++round) {
    for (std::size_t p = positions_; p-- > 0;) {
      const Truth next = p + 1 < positions_ ? row[p + 1] : beyond;
      row[p] = least ? either(goal[p], both(hold[p], next)) : both(goal[p], either(hold[p], next));
    }
    if (!finite()) beyond = row[wrap_];
  }
  return row;
}

TraceTruth::Row TraceTruth::past(Expr e) const {
  const Row& a = table_.at(e.arg(0));
  const Row& b = table_.at(e.arg(e.arity() > 1 ? 1 : 0));
  Row row(positions_);
  for (std::size_t p = 0; p < positions_; ++p) {
    const bool first = p == 0;
    switch (e.op()) {
      case Op::Y: row[p] = first ? Truth::False : a[p - 1]; break;
      case Op::Z: row[p] = first ? Truth::True : a[p - 1]; break;
      case Op::O: row[p] = first ? a[p] : either(a[p], row[p - 1]); break;
      case Op::H: row[p] = first ? a[p] : both(a[p], row[p - 1]); break;
      case Op::S: row[p] = first ? b[p] : either(b[p], both(a[p], row[p - 1])); break;
      default: row[p] = first ? b[p] : both(b[p], either(a[p], row[p - 1])); break;
    }
  }
  return row;
}

std::size_t TraceTruth::advance(std::size_t position, std::uint64_t by) const {
  if (by < positions_ - position) return position + by;
  if (finite()) return positions_;
  return wrap_ + (by - (positions_ - position)) % (positions_ - wrap_);
}

// Operators with [a, b]: some (F, O, U, S) or every (G, H, V, T) distance i within the bounds; the binary
// ones also ask their first operand at the distances below i.
TraceTruth::Row TraceTruth::bounded(Expr e) const {
  const bool universal = e.is(Op::G) || e.is(Op::H) || e.is(Op::V) || e.is(Op::T);
  const bool binary = e.arity() == 2, backward = is_past(e.op());
  const Row& goal = table_.at(e.arg(binary ? 1 : 0));
  const Row* hold = binary ? &table_.at(e.arg(0)) : nullptr;
  const auto [lo, hi] = bounds_of(e);
  // Beyond this distance a lasso repeats itself and a finite trace has ended.
  const std::uint64_t horizon =
      (binary ? 0 : lo) + 2 * positions_ + (binary ? std::min<std::uint64_t>(lo, 2 * positions_) : 0);
  Row row(positions_);
  for (std::size_t p = 0; p < positions_; ++p) {
    // Existential: some goal so far; `open`: hold at all distances before.  Universal: the dual.
    Truth result = Truth::False, open = Truth::True;
    for (std::uint64_t i = binary ? 0 : lo; i <= hi && i <= horizon; ++i) {
      Truth here = Truth::Unknown, holds = Truth::Unknown;
      if (backward && i > p) break;  // before the beginning there is nothing
      const std::size_t at = backward ? p - i : advance(p, i);
      if (at < positions_) {
        here = universal ? negate(goal[at]) : goal[at];
        if (hold) holds = universal ? negate((*hold)[at]) : (*hold)[at];
      }
      // Beyond the end nothing is known, of this distance nor of the later ones within the bounds.
      if (i >= lo || at >= positions_) result = either(result, both(open, here));
      if (hold) open = both(open, holds);
      if (result == Truth::True || at >= positions_) break;
    }
    row[p] = universal ? negate(result) : result;
  }
  return row;
}

}  // namespace whynot
