// A formula that is false on a trace, read as a statement about cells: an atom at a step.  Atoms are the boolean parts
// that are no connective and no temporal formula; a DEFINE that the property calls by its name is one atom.
#pragma once
#include <compare>
#include <cstddef>
#include <string_view>
#include <vector>

#include "expr/print.h"
#include "model/ltl.h"
#include "model/property.h"
#include "model/system/transition_system.h"
#include "model/system/truth.h"
#include "model/trace.h"

namespace whynot::analyse::why {

struct Cell {
  std::size_t step = 0;
  std::size_t atom = 0;  // its number in Reading::atoms

  friend auto operator<=>(const Cell&, const Cell&) = default;
};

// DEFINEs under their names, but for those that only rename a variable or a constant.
ExprNames define_names(const TransitionSystem&);
// Those that the property's text mentions, and those that rename a variable which the text does not call by its own
// name.
ExprNames define_names(const TransitionSystem&, const Property&);

// Whether the words stand in the text, and not as part of others.
bool mentions(std::string_view text, std::string_view words);
// Whether the property's text has the name of the DEFINE, as its module calls it.
bool mentions_define(const Property&, const Define&);

// What the property says about one run; null when it says nothing of a single one.
Expr formula_on_run(ExprPool&, const Property&);

class Reading {
 public:
  // `named` are parts that are not taken apart.  What is handed in must outlive this.
  Reading(const TransitionSystem&, const Trace&, Expr formula, const ExprNames& named);

  Expr formula() const { return formula_; }
  const std::vector<Expr>& atoms() const { return atoms_; }  // as the formula has them, from left to right
  // The formula's parts above the atoms, operands first.
  const std::vector<Expr>& parts() const { return parts_; }
  bool constant(Expr part) const { return pool_.value_of(part).is_true(); }  // REQUIRES a Constant
  Truth value(Cell cell) const { return values_[cell.atom][cell.step]; }
  std::size_t steps() const { return values_.empty() ? positions_.count : values_[0].size(); }
  const Positions& positions() const { return positions_; }
  std::size_t step(std::size_t position) const { return step_[position]; }

  // Whether the formula is false whatever the other cells are, by Kleene's logic on the formula as it stands: the judge
  // of witnesses, which shares nothing with the search for them.  It may err on one side only, by saying no.
  bool is_false_by(const std::vector<Cell>& kept) const;

 private:
  void collect(const ExprNames& named);
  void lay_out(const Trace&);
  void evaluate(const TransitionSystem&, const Trace&);

  const ExprPool& pool_;
  Expr formula_;
  std::vector<Expr> atoms_, parts_;
  Positions positions_;
  std::vector<std::size_t> step_;
  std::vector<std::vector<Truth>> values_;  // of each atom, step by step
};

}  // namespace whynot::analyse::why
