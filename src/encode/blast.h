// Bit-blasting: expressions as and-inverter circuits over the bits of their leaves.  Every distinct
// subexpression is built once; deep DAGs need no recursion.
//
// What has no value by the language (the undefined constant, a division by zero, a shift by a negative
// amount) gets some bits: all zeros for the undefined constant, what the circuit happens to give for the
// others.  The model's obligations, which are checked before engines run, exclude these cases.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "encode/circuit.h"
#include "encode/code.h"
#include "expr/expr.h"

namespace whynot::encode {

class Blaster {
 public:
  // The code of a leaf: a Variable, Next of one, or At of one.
  using Leaf = std::function<Bits(Expr leaf)>;
  // Pool and graph must outlive this.
  Blaster(const ExprPool& pool, Aig& aig, Leaf leaf) : pool_(pool), g_(aig), leaf_(std::move(leaf)) {}

  // The form (see code.h) of an expression without temporal operators that is not a set.
  Bits form(Expr);
  Lit condition(Expr boolean) { return form(boolean)[0]; }
  Coded code(Expr value, Type to);
  // Whether a form of type `type` is the value of `set`, or one of its members; a plain value stands for the
  // set of itself.
  Lit is_one_of(const Bits& form, Type type, Expr set);
  // Whether some member of the set belongs to the type.
  Lit can_be(Type type, Expr set);

 private:
  struct Place {
    std::uint32_t begin = 0, size = 0;
  };
  bool known(Expr e) const { return e.id() < place_.size() && place_[e.id()].begin != 0; }
  void blast(Expr root);
  Bits get(Expr e) const;
  void put(Expr e, const Bits&);

  Bits apply(Expr e);
  Bits logic(Expr e);
  Bits arithmetic(Expr e);
  Bits word_arithmetic(Expr e, const Bits& a, const Bits& b);
  Bits number_arithmetic(Expr e, const Bits& a, const Bits& b);
  Bits shift(Expr e);
  Lit compare(Expr e);
  Bits reshape(Expr e);
  Bits branch(Expr e);
  // Whether a member of the set (an Interval or a plain value) is wanted; sets may be chosen by conditions.
  Lit some_member(Expr set, const std::function<Lit(Expr)>& wanted);
  Lit is_within(const Bits& value, Type type, Expr interval);

  const ExprPool& pool_;
  Aig& g_;
  Leaf leaf_;
  std::vector<Place> place_;  // by expression id; begin is 1 + the index into store_, 0 = not there
  std::vector<Lit> store_;
  std::vector<bool> seen_;
};

}  // namespace whynot::encode
