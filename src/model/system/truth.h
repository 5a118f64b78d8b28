// LTL on one trace, by direct semantics: the truth of every subformula at every position.  On a lasso each
// value is definite; at the end of a finite trace what depends on the future is Unknown (Kleene's third
// value), so that False means "violated whatever comes next".
//
// Past operators may tell a later round of the loop from the first.  A lasso is therefore looked at as a
// longer one, its loop unrolled until nothing changes any more from round to round; positions beyond the
// trace's steps continue round the loop.
#pragma once
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "expr/expr.h"
#include "model/ltl.h"
#include "model/system/transition_system.h"
#include "model/trace.h"

namespace whynot {

enum class Truth : std::int8_t { False, Unknown, True };  // in Kleene's order: and is min, or is max

// An atom at a step of a trace.  Atoms are the boolean parts of a formula that are no logical connective of
// boolean parts: variables, comparisons, memberships.
struct AtomAt {
  Expr atom;
  std::size_t step = 0;

  friend bool operator==(const AtomAt&, const AtomAt&) = default;
};

class TraceTruth {
 public:
  // All subformulas of `formula`: past and future LTL, boolean expressions over current, input and next
  // variables.
  TraceTruth(const TransitionSystem&, const Trace&, Expr formula);
  // What if these atoms were the opposite of what the trace says?
  TraceTruth with_flipped(std::span<const AtomAt>) const;

  // Of a boolean subformula at a position.
  Truth at(Expr subformula, std::size_t position) const { return table_.at(subformula)[position]; }
  std::size_t positions() const { return positions_.count; }
  // The step of the trace that a position shows, and the position after it (positions() at the end of a
  // finite trace).
  std::size_t step(std::size_t position) const { return step_[position]; }
  std::size_t after(std::size_t position) const { return positions_.after(position); }

 private:
  using Row = std::vector<Truth>;
  void lay_out(const Trace&, std::size_t rounds);
  void evaluate_atoms(const TransitionSystem&, const Trace&, Expr formula);
  void combine_all();

  Expr formula_;
  Positions positions_;
  std::vector<std::size_t> step_;
  std::unordered_map<Expr, Row, ExprHash> table_;
};

// Whether e is a logical connective of boolean parts (not, and, or, …) rather than an atom.
bool is_connective(Expr e);

// The least number of rounds of a loop of `loop_length` steps after which the truth of all subformulas
// repeats from round to round.
std::size_t rounds_until_stable(Expr formula, std::size_t loop_length);

}  // namespace whynot
