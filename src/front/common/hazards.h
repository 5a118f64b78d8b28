// Operations that may have no value: a case without a branch that applies, a division by zero, an index
// outside its array, a shift too far.  They are found while expressions are elaborated, but only a use that
// no guard protects is wrong: `x != 0 ? 10 / x : 0` is fine.  So each hazard becomes an Obligation
// `path condition -> safe`, where the path condition says when the place is looked at at all.
#pragma once
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/source.h"
#include "expr/expr.h"
#include "front/common/facts.h"
#include "model/system/transition_system.h"

namespace whynot::front {

struct Hazard {
  enum class Kind : std::uint8_t { CaseNotExhaustive, IndexOutOfBounds, DivisionByZero, ShiftTooFar };
  Kind kind = Kind::CaseNotExhaustive;
  Span where;
};

class Hazards {
 public:
  Hazards(ExprPool& pool, Facts& facts) : pool_(pool), facts_(facts) {}

  // Of a node that was just built: an Ite without a last branch, a division or a shift.
  void add(Expr node, Hazard::Kind, Span where);
  // The same operation over other operands, made by pushing `next` inwards.
  void copy(Expr from, Expr to);
  // All of an expression, parts of which were made elsewhere (a DEFINE of the model in a predicate): as they are known
  // there, the others told at `where`.
  void add_below(Expr root, const Hazards& known, Span where);

  // What must hold so that all roots have values.  One obligation per hazard below them.
  std::vector<Obligation> obligations(std::span<const Expr> roots);

  // When does `value` (a scalar, or each member of a set) lie in `type`?  Guards are honoured.  A null
  // handle means always.
  Expr fits(Expr value, Type type);

 private:
  Expr safe(Expr node, const Hazard&);
  void give(Expr node, Expr condition);
  void give_arguments(Expr node, Expr condition);

  ExprPool& pool_;
  Facts& facts_;
  std::unordered_map<Expr, Hazard, ExprHash> hazards_;
  std::unordered_map<Expr, std::vector<Expr>, ExprHash> paths_;  // conditions under which a node is looked at
};

}  // namespace whynot::front
