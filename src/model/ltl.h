// What the temporal operators mean, written once over any algebra of truth values: three values (model/system/truth.h),
// literals of a circuit (intervals, classes, bounded model checking), decision diagrams (the symbolic product).  The
// judge of certificates and the explicit product keep readings of their own: others are tested against them.
//
// An algebra has both(a, b) and either(a, b).  Rows, the truth at every position of a word, need constant(bool) and
// unknown() as well, and formulas that are not in negation normal form negation(a).
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/check.h"
#include "expr/expr.h"

namespace whynot {

constexpr bool is_shift(Op op) { return op == Op::X || op == Op::Y || op == Op::Z; }
constexpr bool has_two_operands(Op op) { return op == Op::U || op == Op::V || op == Op::S || op == Op::T; }
// Whether every goal counts (within the bounds, up to a release) rather than one.
constexpr bool wants_every_goal(Op op) { return op == Op::G || op == Op::V || op == Op::H || op == Op::T; }
// What promises a goal: round a loop it is a least fixed point, and G and V are greatest ones.
constexpr bool is_eventuality(Op op) { return op == Op::F || op == Op::U; }
constexpr bool holds_before_start(Op op) { return op == Op::Z || op == Op::H || op == Op::T; }
inline bool is_bounded(Expr e) { return is_ltl(e.op()) && !is_shift(e.op()) && !bounds_of(e).unbounded(); }

// One step: the truth here, from the operands here and the truth of the formula (of the operand, for the shifts) one
// position on, or back for past operators.  `b` counts for operators with two operands only.
template <class Algebra, class T>
T unfold(Op op, Algebra&& in, const T& a, const T& b, const T& neighbour) {
  switch (op) {
    case Op::And: return in.both(a, b);
    case Op::Or: return in.either(a, b);
    case Op::X:
    case Op::Y:
    case Op::Z: return neighbour;
    case Op::F:
    case Op::O: return in.either(a, neighbour);
    case Op::G:
    case Op::H: return in.both(a, neighbour);
    case Op::U:
    case Op::S: return in.either(b, in.both(a, neighbour));
    case Op::V:
    case Op::T: return in.both(b, in.either(a, neighbour));
    default: break;
  }
  WHYNOT_CHECK(false, "only and, or and temporal operators should be unfolded");
  return a;
}

// The logical connectives; `c` counts for if-then-else only.
template <class Algebra, class T>
T connect(Op op, Algebra&& in, const T& a, const T& b, const T& c) {
  switch (op) {
    case Op::Not: return in.negation(a);
    case Op::And: return in.both(a, b);
    case Op::Or: return in.either(a, b);
    case Op::Implies: return in.either(in.negation(a), b);
    case Op::Xor: return in.either(in.both(a, in.negation(b)), in.both(in.negation(a), b));
    case Op::Iff:
    case Op::Eq: return in.both(in.either(in.negation(a), b), in.either(a, in.negation(b)));
    case Op::Ite: return in.either(in.both(a, b), in.both(in.negation(a), c));
    default: break;
  }
  WHYNOT_CHECK(false, "only boolean operators should stand above temporal ones");
  return a;
}

// The positions of a word, 0 to count - 1: after the last one `wrap` again or, in a finite word, nothing that is known.
struct Positions {
  std::size_t count = 0;
  std::optional<std::size_t> wrap;

  // `count` beyond the end of a finite word.
  std::size_t after(std::size_t p) const { return p + 1 < count ? p + 1 : wrap.value_or(count); }
  std::size_t after(std::size_t p, std::uint64_t steps) const {
    if (steps < count - p) return p + static_cast<std::size_t>(steps);
    return wrap ? *wrap + (steps - (count - p)) % (count - *wrap) : count;
  }
};

// Rows of operators without bounds, from the rows of their operands (unary ones read only the first).
// Future: backwards from the end; on a lasso first once round the loop, from where the fixed point starts.
template <class Algebra, class T>
std::vector<T> future_row(Op op, Algebra&& in, const Positions& word, const std::vector<T>& a,
                          const std::vector<T>& b) {
  std::vector<T> row(word.count, in.unknown());
  if (op == Op::X) {
    for (std::size_t p = 0; p < word.count; ++p)
      if (word.after(p) < word.count) row[p] = a[word.after(p)];
    return row;
  }
  T later = in.unknown();
  if (word.wrap) {
    later = in.constant(!is_eventuality(op));
    for (std::size_t p = word.count; p-- > *word.wrap;) later = unfold(op, in, a[p], b[p], later);
  }
  for (std::size_t p = word.count; p-- > 0;) {
    later = unfold(op, in, a[p], b[p], later);
    row[p] = later;
  }
  return row;
}

// Past: forwards from the start.  What a later round of a loop may see otherwise must have positions of its own.
template <class Algebra, class T>
std::vector<T> past_row(Op op, Algebra&& in, const Positions& word, const std::vector<T>& a, const std::vector<T>& b) {
  std::vector<T> row;
  row.reserve(word.count);
  T before = in.constant(holds_before_start(op));
  for (std::size_t p = 0; p < word.count; ++p) {
    row.push_back(unfold(op, in, a[p], b[p], before));
    before = is_shift(op) ? a[p] : row[p];
  }
  return row;
}

// An operator with one operand and bounds lo and hi that are far apart: windows of 1, 2, 4, … positions, each of two of
// the size before, and then two that overlap.
template <class Algebra, class T>
std::vector<T> windowed_row(Op op, TimeBounds bounds, Algebra&& in, const Positions& word, std::vector<T> window) {
  const bool every = wants_every_goal(op), backward = is_past(op);
  const auto at = [&](std::size_t p, std::uint64_t distance) -> T {
    if (backward) return distance > p ? in.constant(every) : window[p - static_cast<std::size_t>(distance)];
    const std::size_t there = word.after(p, distance);
    return there == word.count ? in.unknown() : window[there];
  };
  const auto join = [&](std::uint64_t near, std::uint64_t far) {
    std::vector<T> row;
    row.reserve(word.count);
    for (std::size_t p = 0; p < word.count; ++p)
      row.push_back(every ? in.both(at(p, near), at(p, far)) : in.either(at(p, near), at(p, far)));
    return row;
  };
  const std::uint64_t span = std::min<std::uint64_t>(bounds.hi - bounds.lo, 2 * word.count) + 1;
  std::uint64_t size = 1;
  for (; size <= span / 2; size *= 2) window = join(0, size);
  return join(bounds.lo, bounds.lo + span - size);
}

// Operators with [lo, hi]: some distance within the bounds has the goal, and all smaller ones have the first operand of
// an operator with two; or the dual, where every goal is wanted.
template <class Algebra, class T>
std::vector<T> bounded_row(Op op, TimeBounds bounds, Algebra&& in, const Positions& word, const std::vector<T>& a,
                           const std::vector<T>& b) {
  const bool every = wants_every_goal(op), binary = has_two_operands(op), backward = is_past(op);
  const std::vector<T>& goal = binary ? b : a;
  const auto add = [&](const T& x, const T& y) { return every ? in.both(x, y) : in.either(x, y); };
  const auto restrict_to = [&](const T& x, const T& y) { return every ? in.either(x, y) : in.both(x, y); };
  const T settled = in.constant(!every), blocked = in.constant(every);
  std::vector<T> row(word.count, blocked);
  if (bounds.hi < bounds.lo) return row;
  constexpr std::uint64_t wide = 16;  // there one position after the other takes longer
  if (!binary && bounds.hi - bounds.lo >= wide) return windowed_row(op, bounds, in, word, a);
  const std::uint64_t twice = 2 * word.count;  // so many distances see every position that there is to see
  const std::uint64_t before = binary ? std::min(bounds.lo, twice) : 0, within = std::min(bounds.hi - bounds.lo, twice);
  for (std::size_t p = 0; p < word.count; ++p) {
    T& result = row[p];
    T open = settled;  // whether larger distances count
    const auto look = [&](std::uint64_t distance) {
      if (backward && distance > p) return false;  // before the start there is nothing
      const std::size_t at = backward ? p - static_cast<std::size_t>(distance) : word.after(p, distance);
      if (at == word.count) {  // beyond the end nothing is known of this distance or of larger ones
        result = add(result, restrict_to(open, in.unknown()));
        return false;
      }
      if (distance >= bounds.lo) result = add(result, restrict_to(open, goal[at]));
      if (binary) open = restrict_to(open, a[at]);
      return !(result == settled) && !(open == blocked);
    };
    bool goes_on = true;
    for (std::uint64_t i = 0; goes_on && i < before; ++i) goes_on = look(i);
    for (std::uint64_t i = 0; goes_on && i <= within; ++i) goes_on = look(bounds.lo + i);
  }
  return row;
}

// The row of a formula above atoms; `row_of(part)` gives the row of an operand.
template <class Algebra, class RowOf>
auto combined_row(Expr e, Algebra&& in, const Positions& word, const RowOf& row_of) {
  const auto& a = row_of(e.arg(0));
  const auto& b = row_of(e.arg(e.arity() > 1 ? 1 : 0));
  const auto& c = row_of(e.arg(e.arity() > 2 ? 2 : 0));
  if (is_bounded(e)) return bounded_row(e.op(), bounds_of(e), in, word, a, b);
  if (is_future(e.op())) return future_row(e.op(), in, word, a, b);
  if (is_past(e.op())) return past_row(e.op(), in, word, a, b);
  auto row = a;
  for (std::size_t p = 0; p < word.count; ++p) row[p] = connect(e.op(), in, a[p], b[p], c[p]);
  return row;
}

}  // namespace whynot
