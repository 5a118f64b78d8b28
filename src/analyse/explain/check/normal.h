// Formulas as the checker reads them.  Two formulas with one normal form say the same; the rules then have few
// shapes to tell apart: facts and their negations, And, Or, EX, AX, EG, the untils EU and AU with their bounds,
// and the negations of those, Not(EU) and Not(AU), which are what AG and bounded EG say.
#pragma once
#include <unordered_map>

#include "expr/expr.h"

namespace whynot::analyse::explain {

class NormalForms {
 public:
  explicit NormalForms(ExprPool& pool) : pool_(pool) {}
  Expr of(Expr formula) { return both_of(formula).yes; }
  Expr opposite_of(Expr formula) { return both_of(formula).no; }

 private:
  struct Both {
    Expr yes, no;
    bool temporal = true;
  };
  Both both_of(Expr);
  Both step(Expr);
  Both until(Expr, Op, Both hold, Both goal);
  Expr denied_until(Expr blocked, Expr never);
  Both fact(Expr);

  ExprPool& pool_;
  std::unordered_map<Expr, Both, ExprHash> known_;
};

}  // namespace whynot::analyse::explain
