// What building a proof asks: where does a formula hold, how far is its goal, which successors keep it.
// Answers come from the fixpoints of the symbolic engine.
//
// Sets of states are opaque; they belong to the oracle that made them, and must not outlive it.  When the
// Context of the oracle says stop, answers are empty and stopped() says so: conclude nothing then.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "base/context.h"
#include "base/integer.h"
#include "base/keep.h"
#include "expr/expr.h"
#include "model/stepper.h"
#include "model/system/transition_system.h"

namespace whynot::engine {

class StateSet {
 public:
  struct Inside {  // what it is an oracle knows that made it
    virtual ~Inside() = default;
  };
  StateSet() = default;
  explicit StateSet(std::shared_ptr<const Inside> inside) : inside_(std::move(inside)) {}
  const Inside* inside() const { return inside_.get(); }

 private:
  std::shared_ptr<const Inside> inside_;
};

class Oracle {
 public:
  virtual ~Oracle() = default;
  virtual bool stopped() const = 0;
  // Whether it has not looked for what can be reached: then all states that the model allows are taken for it, which
  // holds the initial ones and is not left either.
  virtual bool is_loose() const { return false; }
  // Whether it knows some runs, or some set that is not left, and nothing else: then it finds no further evidence, and
  // states are not counted.
  virtual bool is_partial() const { return false; }
  // Whether it tells values of the variable apart; where it does not, states that it gives have none for it.
  virtual bool knows(Expr variable) const = 0;

  virtual StateSet reachable() = 0;
  virtual StateSet initial() = 0;
  virtual StateSet fair() = 0;  // reachable states that start a fair infinite run
  // Whether every state that the model allows, reachable or not, has a step that the condition is true of.
  virtual bool always_has_step(Expr condition) = 0;
  virtual StateSet states_of(Expr ctl) = 0;  // reachable states where it holds
  virtual StateSet only(const State&) = 0;
  virtual StateSet successors(const StateSet&) = 0;
  virtual StateSet predecessors(const StateSet&) = 0;  // reachable ones
  // The states of `hold` from which steps within it lead to `goal`, and those of `goal` itself.
  virtual StateSet backwards(const StateSet& hold, const StateSet& goal) = 0;
  // The states of `from`, and those to which steps within `hold` lead from there.
  virtual StateSet forwards(const StateSet& hold, const StateSet& from) = 0;
  // The reachable states with a step into the set that the condition (over current, input and next
  // variables) is true of.
  virtual StateSet with_step(Expr condition, const StateSet& into) = 0;

  virtual StateSet unite(const StateSet&, const StateSet&) = 0;
  virtual StateSet intersect(const StateSet&, const StateSet&) = 0;
  virtual StateSet subtract(const StateSet&, const StateSet&) = 0;
  virtual bool is_empty(const StateSet&) = 0;
  virtual bool is_subset(const StateSet&, const StateSet&) = 0;
  virtual Integer count(const StateSet&) = 0;
  virtual std::optional<State> pick(const StateSet&) = 0;
  // A boolean expression over the model's variables that is true in these states and in no other reachable
  // one: short conditions where few of them do, else one that follows the set's diagram.
  virtual Expr describe(const StateSet&) = 0;
  // One that is true in exactly these states.
  virtual Expr expression(const StateSet&) = 0;

  // Whether the formula holds in a state, or in all states of a set.
  bool holds(Expr ctl, const StateSet& in) { return is_subset(in, states_of(ctl)); }
  bool holds(Expr ctl, const State& s) { return holds(ctl, only(s)); }

  // For EF and EU the least number of steps to the goal; for AF and AU without fairness the largest number
  // of steps that it can take.  Nothing where the formula does not hold, or has no rank.
  virtual std::optional<std::size_t> rank(Expr ctl, const State&) = 0;
  // The states of a rank.
  virtual StateSet ring(Expr ctl, std::size_t rank) = 0;
  // How many states in a row where the operand of AG holds are followed by no other, if that is what it knows.
  virtual std::optional<std::size_t> induction_depth(Expr) { return std::nullopt; }
  // The successors of a state by which an EX, EF, EU or EG that holds in it goes on: those where the operand
  // of EX holds, that are one rank nearer to the goal, or from which some fair run stays.
  virtual StateSet keeping(Expr ctl, const State&) = 0;

  // A step that leads from the state into the set such that the condition, if any, is true of it.
  struct Step {
    Inputs inputs;
    State to;
  };
  virtual std::optional<Step> step(const State& from, const StateSet& into, Expr condition = {}) = 0;
  std::optional<Inputs> inputs_between(const State& from, const State& to, Expr condition = {}) {
    const auto found = step(from, only(to), condition);
    return found ? std::optional(found->inputs) : std::nullopt;
  }
  // The states from which a fair run stays within the set and meets each of `pass` again and again.
  virtual StateSet fair_within(const StateSet&, const std::vector<StateSet>& pass) = 0;
  // Such a run from a state: its first state is the given one.  REQUIRES a set as fair_within (or states_of an
  // EG) gives it.
  virtual std::optional<Trace> fair_lasso(const State&, const StateSet& within,
                                          const std::vector<StateSet>& pass = {}) = 0;
};

// Over all variables of the system or, where expressions are given, over those that matter for them and for fairness:
// nothing else may be asked about then.  System and context must outlive it.
std::unique_ptr<Oracle> make_oracle(const TransitionSystem&, Keep*, Context&, std::span<const Expr> about = {});
// One that is loose.
std::unique_ptr<Oracle> make_loose_oracle(const TransitionSystem&, Context&, std::span<const Expr> about);

}  // namespace whynot::engine
