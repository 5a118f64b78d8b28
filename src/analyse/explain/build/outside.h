// The variables that no question about a property depends on.  The oracle does not tell their values apart; a state of
// the proof has them all the same, computed along the run as the model says: where it leaves a choice, no change.
#pragma once
#include <memory>
#include <vector>

#include "engine/oracle.h"
#include "expr/evaluate.h"
#include "model/system/slots.h"

namespace whynot::analyse::explain {

class Outside {
 public:
  // What the oracle does not know.  The system must outlive this.
  Outside(const TransitionSystem&, const engine::Oracle&);

  bool is_empty() const { return start_.empty() && step_.empty(); }
  // Fill in what lies outside: of an initial state, of a step from a state that is complete.
  void complete(State& initial) const;
  void complete(const State& from, engine::Oracle::Step&) const;

  // Variables to which a set is assigned that may have members of another type, or that depend on themselves: these an
  // oracle should know.
  static std::vector<Expr> wayward(const TransitionSystem&);

 private:
  struct Rule {
    Type type;
    std::uint32_t target, before;               // slots; what to keep where there is a choice
    std::unique_ptr<const CompiledExpr> value;  // null: anything
  };
  Rule rule_for(Expr target, Expr before, Expr value) const;
  static void apply(const std::vector<Rule>&, std::vector<Value>& slots);

  const ExprPool& pool_;
  Slots slots_;
  std::vector<Rule> start_, step_;  // each after those that it speaks of
};

}  // namespace whynot::analyse::explain
