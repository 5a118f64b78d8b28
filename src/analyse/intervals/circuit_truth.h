// LTL on one shape of trace whose values are circuits: for each subformula and position, when is it true?
// The same meaning as model/truth.h, one level up: Kleene's three values become two functions, where a
// formula must be true and where it may be; on a lasso they are equal.
#pragma once
#include <optional>
#include <unordered_map>
#include <vector>

#include "expr/expr.h"
#include "model/ltl.h"
#include "solve/aig.h"

namespace whynot::analyse::intervals {

struct Kleene {
  solve::Lit must, may;  // true whatever lies beyond the end; not false whatever lies beyond

  static Kleene constant(bool b) { return {solve::Aig::constant(b), solve::Aig::constant(b)}; }
  static Kleene unknown() { return {solve::Aig::constant(false), solve::Aig::constant(true)}; }

  friend bool operator==(const Kleene&, const Kleene&) = default;
};

// The atoms of a formula (see model/truth.h).
std::vector<Expr> atoms_of(Expr formula);

class CircuitTruth {
 public:
  using Row = std::vector<Kleene>;                        // by step, or by position
  using Atoms = std::unordered_map<Expr, Row, ExprHash>;  // by step
  // The graph must outlive this.
  CircuitTruth(solve::Aig&, std::size_t steps, std::optional<std::size_t> loop);

  // The truth at the first position.  REQUIRES rows for all atoms of the formula.
  Kleene at_start(Expr formula, const Atoms&);

 private:
  void lay_out(Expr formula);

  solve::Aig& graph_;
  std::size_t steps_;
  std::optional<std::size_t> loop_;
  Positions positions_;
  std::unordered_map<Expr, Row, ExprHash> table_;
};

}  // namespace whynot::analyse::intervals
