// The places of a formula at which a part can be replaced by another: those that stand there with one polarity.
#pragma once
#include <vector>

#include "expr/print.h"

namespace whynot::analyse::variants {

using PlaceInFormula = std::vector<std::size_t>;  // which argument, from the formula downwards

struct Part {
  Expr part;
  PlaceInFormula place;
  bool positive = true;  // making it true helps the formula
};

// A left side that must be true for its right side to say anything.
struct Antecedent {
  Expr left, right;
  PlaceInFormula place;     // of the implication
  std::vector<Expr> given;  // left sides above it
  bool everywhere = false;  // it is looked at in every state: nothing but G, AG and conjunctions stands above it
};

// Named parts are not taken apart, nor are equivalences: what stands below those has both polarities.
bool is_whole(Expr, const ExprNames& named);
// The parts of a part.
std::vector<Part> below(const Part&, const ExprNames& named);

// Those that the formula speaks of in every run, outer ones first.  `always`: the formula is about every state.
std::vector<Antecedent> antecedents(Expr formula, bool always, const ExprNames& named);

Expr with_part(ExprPool&, Expr formula, const PlaceInFormula&, Expr instead);

// The formula without constants below connectives and temporal operators, for readers: over infinite runs.
Expr without_constants(ExprPool&, Expr formula);

}  // namespace whynot::analyse::variants
