// Choice functions: where every state of a set has a step into another, one step for each of them.  The checker
// then needs no search of its own; it asks whether the steps that are named here are steps that lead there.
//
// What the model says a variable becomes it becomes; where that leaves a choice the default is taken (the first
// value, no change), and other values where the default does not lead there, told apart by the state.
#pragma once
#include <optional>
#include <vector>

#include "analyse/explain/build/proof.h"
#include "engine/oracle.h"

namespace whynot::analyse::explain {

class Choices {
 public:
  // Both must outlive this.
  Choices(const TransitionSystem&, engine::Oracle&);

  // By defaults alone: it is for others to find out whether they make a step from every state that the model allows …
  ChoiceFunction unasked() const { return joined({{engine::StateSet(), defaults()}}); }
  // … and by them, if they make a step from every state that the model allows.
  std::optional<ChoiceFunction> by_default() const;
  // From each state of `from` into the other set, by a step that the condition, if any, is true of.  Nothing where
  // some state has no such step, the oracle stops, or no function of a reasonable size was found.
  std::optional<ChoiceFunction> step(const engine::StateSet& from, const engine::StateSet& into,
                                     Expr condition = {}) const;

 private:
  // An input, or a variable of the next state.
  struct Target {
    Expr expr;
    Expr value;             // what it becomes by default, or must
    Expr set;               // of which it may be any; null: any value of its type
    bool open = false;      // whether there is a choice
    std::size_t place = 0;  // among the inputs, or the columns of a state
  };
  struct Case {
    engine::StateSet states;
    std::vector<Expr> values;  // of the targets
  };
  Target target_of(const TransitionSystem&, const VariableDecl&, std::size_t place) const;
  void put_in_order(std::vector<Target>);
  std::vector<Expr> defaults() const;
  Expr takes(const std::vector<Expr>& values, Expr condition) const;
  std::optional<std::vector<Expr>> values_at(const State&, const engine::StateSet& into, Expr condition) const;
  ChoiceFunction joined(const std::vector<Case>&) const;

  ExprPool& pool_;
  engine::Oracle& oracle_;
  std::vector<Target> targets_;  // none speaks of a later one
};

}  // namespace whynot::analyse::explain
