// The checker's own reading of a model as gates, simple on purpose: every number, word and symbol is an
// integer in two's complement, as wide as it takes; words are cut to their width after each operation.  One
// circuit speaks of a state, inputs and a next state.
#pragma once
#include <optional>
#include <unordered_map>
#include <vector>

#include "analyse/explain/check/circuit.h"
#include "model/system/transition_system.h"
#include "model/trace.h"

namespace whynot::analyse::explain {

class Encoding : public Circuit {
 public:
  // Both must outlive this.
  Encoding(const TransitionSystem& system, Context& context) : Circuit(context), pool_(*system.pool) {}

  // A boolean expression without temporal operators over current, input and next variables.
  int literal(Expr e) { return bits(e)[0]; }
  // From now on a leaf is this value; whether it is one of the leaf's type.  REQUIRES that nothing that was asked
  // for speaks of the leaf.
  int identify(Expr leaf, Expr value);

 private:
  using Bits = std::vector<int>;  // least significant first, the last one the sign; one bit for a boolean
  const Bits& bits(Expr);
  Bits leaf(Expr);
  Bits symbol_of(Type);
  Bits compute(Expr);
  Bits bitwise(Expr);
  Bits arithmetic(Expr);
  Bits convert(Expr);
  Bits shift(Expr);
  Bits divide(const Bits& a, const Bits& b, bool remainder);
  Bits divide_by_power(const Bits& a, std::size_t exponent, bool remainder);
  std::optional<std::size_t> power_of(Expr) const;
  int member(Expr element, Expr set);
  Integer number(const Value&);

  using Circuit::choose;
  using Circuit::constant;
  Bits choose(int c, Bits a, Bits b);
  Bits constant(const Integer&) const;
  Bits number_in(const Integer& lo, const Integer& hi);
  static Bits widened(Bits, std::size_t width);
  Bits wrapped(Bits, Type word) const;  // cut to the width of a word type
  Bits add(Bits a, Bits b, bool subtract = false);
  Bits multiply(const Bits& a, const Bits& b);
  int equal(const Bits& a, const Bits& b);
  int less(const Bits& a, const Bits& b);  // signed
  int within(const Bits&, Type);

  const ExprPool& pool_;
  std::unordered_map<Expr, Bits, ExprHash> made_;
  std::unordered_map<std::string, int> symbols_;
};

}  // namespace whynot::analyse::explain
