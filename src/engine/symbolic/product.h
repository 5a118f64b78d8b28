// The product of a model with an LTL formula (Lichtenstein & Pnueli 1985; symbolically Clarke, Grumberg &
// Hamaguchi 1994): a bit for each elementary subformula, what will be true next or was true before, bound
// by the steps to what comes true.  The formula is in negation normal form, so that every bit is wanted
// true, never false, and only the promises of U and F need justice.  What speaks of inputs or next values
// is guessed in the state before, and bound by the step.
#pragma once
#include <memory>

#include "engine/symbolic/counter.h"
#include "engine/symbolic/fairness.h"
#include "engine/symbolic/model.h"

namespace whynot::engine::symbolic {

// Of the bounds of a formula, written out: a bit for each.  Beyond them, steps are counted.
constexpr std::size_t most_expanded_steps = 2000;

class Product {
 public:
  // The runs of the model on which the formula holds.  REQUIRES model.prepare(), negation normal form and
  // no lower bounds.  The model must outlive this.
  enum class Compassion { Heeded, Ignored };
  Product(Model&, Expr formula, Compassion);

  Space& space() { return *space_; }
  const Fairness& fairness() const { return fairness_; }
  // What a bit beyond the model's stands for: what is guessed, or the formula that will be or was true.
  struct Remembered {
    encode::BddVariable bit;
    Expr formula;
  };
  const std::vector<Remembered>& remembered() const { return remembered_; }
  // Of a justice condition beyond the model's: the number of what is remembered that promises it.
  std::size_t promised_by(std::size_t justice) const {
    return promised_by_[justice - model_.fairness().justice.size()];
  }

 private:
  Bdd value(Expr);
  Bdd future(Expr, const Bdd& a, const Bdd& b);
  Bdd past(Expr, const Bdd& a, const Bdd& b);
  Bdd bounded(Expr, const Bdd& a, const Bdd& b);
  Bdd atom(Expr);
  BddBits::Pair new_bit(Expr stands_for);
  CountedSteps new_counter(Expr stands_for, std::uint64_t limit);
  Bdd bit(encode::BddVariable v) { return bits_.manager().variable(v); }

  Model& model_;
  BddBits& bits_;
  std::vector<Remembered> remembered_;
  std::vector<std::size_t> promised_by_;
  std::unordered_map<Expr, Bdd, ExprHash> values_;
  std::vector<Bdd> parts_;
  Bdd start_;
  Fairness fairness_;
  std::unique_ptr<Space> space_;
};

}  // namespace whynot::engine::symbolic
