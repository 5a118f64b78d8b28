// A reading of a model as gates that shares nothing with the engines', simple on purpose: every number, word and symbol
// is an integer in two's complement, as wide as it takes; words are cut to their width after each operation.
//
// Variables have values at moments, one after the other: an expression is read at a moment, its `next` at the one after
// it.  Inputs belong to the moment that their step leaves.
#pragma once
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "check/circuit.h"
#include "model/system/transition_system.h"

namespace whynot::check {

using Moment = std::size_t;

class Encoding : public Circuit {
 public:
  // Both must outlive this.
  Encoding(const TransitionSystem&, Context&);

  using Circuit::constant;

  // A boolean expression without temporal operators over current, input and next variables.
  int literal(Expr e, Moment now = 0) { return bits(e, now)[0]; }

  // From now on a leaf, a variable or its `next`, is this value; whether it is one of the leaf's type, or of a frozen
  // variable the one that it has.  REQUIRES that nothing that was asked for speaks of the leaf, unless it is frozen.
  int identify(Expr leaf, Expr value, Moment now = 0);
  static bool can_have(Type, Type of_value);  // else it never is
  // The same for the value that has this code; whether there is one of the variable's type.
  int identify(Expr variable, std::span<const int> code, Moment now);
  // From now on the state at a moment is that of another; inputs are its own.  REQUIRES the same.
  void share_state(Moment now, Moment with) { shared_state_.emplace(now, with); }

  // The code of a variable's value, by which certificates speak of it: booleans and words have their bits, integers
  // their distance from the least one, symbols their number in the declaration.
  std::vector<int> code(Expr variable, Moment now);
  static std::size_t code_width(Type);

 private:
  using Bits = std::vector<int>;  // least significant first, the last one the sign; one bit for a boolean
  struct Reading {
    std::unordered_map<Expr, Bits, ExprHash> made;
    std::vector<bool> seen;
  };
  Reading& reading(Moment);
  const Bits& bits(Expr, Moment);
  void place(Expr variable, Bits value, Moment);
  bool is_frozen(Expr variable) const { return kinds_.at(variable) == VariableKind::Frozen; }
  const Bits& value_at(Expr variable, Moment);
  const Bits& of(Expr e);  // at the moment that is being read
  Bits leaf(Expr);
  Bits unknown(std::size_t width);
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
  void number_in_order(Type);
  bool is_by_names(Type) const;

  using Circuit::choose;
  Bits choose(int c, Bits a, Bits b);
  Bits constant(const Integer&) const;
  static Bits widened(Bits, std::size_t width);
  Bits wrapped(Bits, Type word) const;  // cut to the width of a word type
  Bits add(Bits a, Bits b, bool subtract = false);
  Bits multiply(const Bits& a, const Bits& b);
  int equal(const Bits& a, const Bits& b);
  int less(const Bits& a, const Bits& b);  // signed
  int within(const Bits&, Type);

  const ExprPool& pool_;
  std::unordered_map<Expr, VariableKind, ExprHash> kinds_;
  std::deque<Reading> readings_;
  std::unordered_map<Moment, Moment> shared_state_;
  Moment now_ = 0;
  std::unordered_map<std::string, std::uint64_t> symbols_;
  std::uint64_t next_symbol_ = 0;
  std::unordered_map<const TypeNode*, Integer> in_order_;  // the number of the first of a type's symbols
};

}  // namespace whynot::check
