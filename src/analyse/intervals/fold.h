// Partial evaluation: an expression with most of its leaves known becomes a value, or an expression over the
// leaves that are not.  Only what is needed is looked at: the branch that a known condition chooses, no
// operand that an earlier one makes irrelevant.  On a table of thousands of rules, of which a known location
// selects some hundreds, that is the difference between a glance and a reading.
//
// Residual expressions are built in a pool of their own, where equal ones are one: what does not depend on
// the step is shared by all steps.  Comparisons with known values are pushed into the branches of residual
// cases, so that "the next hop is r3" needs no bits of hops.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "expr/expr.h"

namespace whynot::analyse::intervals {

struct Folded {
  bool known = false;
  Value value;           // if known; may be undefined
  Expr residual;         // if not known, and of every set; in the pool of residuals
  bool missing = false;  // depends on a leaf that has no value here: what the residual says is not to be trusted

  bool is_true() const { return known && value.is_true(); }
  bool is_false() const { return known && value.is_boolean() && !value.as_boolean(); }
};

class Fold {
 public:
  // What a leaf (Variable or Next) is at the current place: a known value, a residual variable, or missing.
  using Leaf = std::function<Folded(Expr leaf)>;
  // Expressions come from `source`; both must outlive this.
  Fold(const ExprPool& source, ExprPool& residuals) : from_(source), to_(residuals) {}

  // Everything from now on is evaluated at another place.  Expressions made after it are unknown there.
  void enter(Leaf leaf);
  Folded operator()(Expr e);

 private:
  bool is_done(Expr e) const { return stamp_[e.id()] == place_; }
  const Folded& get(Expr e) const { return results_[slot_[e.id()]]; }
  bool push_needed(Expr e);
  Folded combine(Expr e);
  Folded combine_known(Expr e, bool missing);
  Folded combine_branch(Expr e);
  Folded combine_logic(Expr e);
  Folded residual(Expr e, bool missing);
  // The condition that a value, or a member of a set, is `wanted`.
  Expr is_one_of(Expr set, const Value& wanted, Type type);
  Expr member_condition(Expr s, Expr wanted);

  Expr constant(const Value& v, Type t) { return to_.constant(v, t); }
  Expr as_expr(Expr source, const Folded& f);
  Folded of(Expr residual) const;
  Expr truth(bool b) { return constant(Value::boolean(b), from_.boolean_type()); }
  Expr not_(Expr);
  Expr and_(Expr, Expr);
  Expr or_(Expr a, Expr b) { return not_(and_(not_(a), not_(b))); }
  Expr ite(Expr condition, Expr then, Expr otherwise);
  bool is(Expr e, bool value) const {
    return e.is(Op::Constant) && to_.value_of(e).is_boolean() && to_.value_of(e).as_boolean() == value;
  }

  const ExprPool& from_;
  ExprPool& to_;
  Leaf leaf_;
  std::uint32_t place_ = 0;
  std::vector<std::uint32_t> stamp_, slot_;  // by expression id
  std::vector<Folded> results_;
  std::vector<Expr> open_;
};

}  // namespace whynot::analyse::intervals
