// Finds choices by which states have the steps that a rule promises.  Nobody trusts them: the checker asks for
// which states a choice makes such a step, and takes no more than that.
//
// One choice should do for many states.  What can be as it is by default (the first of the set that an assignment
// leaves open, no change where nothing is assigned) is so, for the rest a value is preferred.
#pragma once
#include <optional>
#include <unordered_map>
#include <vector>

#include "analyse/explain/check/encoding.h"

namespace whynot::analyse::explain {

using Choice = std::unordered_map<Expr, Expr, ExprHash>;  // of inputs and next values, by the current state

Expr as_next(ExprPool&, Expr);  // the same of the next state

class Choices {
 public:
  // Both must outlive this.
  Choices(const TransitionSystem& system, Encoding& encoding, int step)
      : system_(system), pool_(*system.pool), encoding_(encoding), step_(step) {}

  // For the state that these literals fix, a step for which `wanted` is true; nothing where there is none.
  std::optional<Choice> at(const std::vector<int>& state, Expr wanted);
  bool stopped() const { return stopped_; }

 private:
  Expr target(const VariableDecl& v) const {
    return v.kind == VariableKind::Input ? v.variable : pool_.next(v.variable);
  }
  Expr becomes(const VariableDecl&, Expr preferred) const;

  const TransitionSystem& system_;
  ExprPool& pool_;
  Encoding& encoding_;
  int step_;
  bool stopped_ = false;
};

}  // namespace whynot::analyse::explain
