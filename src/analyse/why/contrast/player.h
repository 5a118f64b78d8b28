// Steps that follow those of a trace as far as the model allows: what was chosen is chosen again, what follows from it
// is computed anew, and a pick that is no longer possible keeps the value before, or else takes the first one allowed.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "analyse/why/chain.h"
#include "analyse/why/relation/relation.h"
#include "expr/evaluate.h"
#include "model/stepper.h"
#include "model/system/slots.h"

namespace whynot::analyse::why {

// Values that are asked for, by the variable's number.
using Wish = std::map<std::size_t, Value>;

// One of the choices of a trace, with what else could have been chosen there.
struct Choice {
  Place place;
  Value taken;
  std::vector<Value> others;
  bool all = true;  // no value was left out because there are so many
};

class Player {
 public:
  // All must outlive this.
  Player(const TransitionSystem&, const Stepper&, Context&);
  ~Player();

  // Nothing where no step (no initial state) has what is wished.  Where TRANS, INVAR or INIT exclude what follows from
  // the assignments, a solver keeps as much of the trace as it can, inputs first, in the order of declaration.
  std::optional<State> start(const State& like, const Wish&) const;
  std::optional<Successor> step(const State& from, const Inputs&, const State& like, const Wish&) const;

  // Initial values, inputs of each step and picks, in the order of the trace.
  std::vector<Choice> choices(const Trace&) const;
  // Those of one step; `from` and `inputs` are nothing for the initial state.
  std::vector<Choice> choices_at(const State* from, const Inputs* inputs, const State& to, Place at) const;
  std::size_t column(std::size_t variable) const { return column_[variable]; }  // among columns, or among inputs
  bool is_input(std::size_t variable) const;

  std::uint64_t spent() const { return spent_; }    // values computed so far
  bool is_whole() const { return !has_given_up_; }  // no step was left out because the solver gave up

 private:
  struct Rule {
    std::optional<CompiledExpr> init, next, always;  // `always` reads the state that it is about
  };
  using Pick = std::optional<Value>;
  // The values that a variable may take in the state that is being made; undefined while they are not known.
  const CompiledExpr* rule(std::size_t variable, bool is_start) const;
  bool settle(std::vector<Value>& around, const State* from, const State& like, const Wish&) const;
  Pick pick(const Value& allowed, std::size_t variable, const State* from, const State& like, const Wish&) const;
  void list_others(Choice&, const Value* allowed) const;
  void leave_possible(std::vector<Choice>&, const State* from, const Inputs*, const State& to) const;
  bool possible(Relation&, const std::vector<Fact>&, const std::vector<std::size_t>& conditions,
                const Fact* except) const;
  std::optional<Successor> solve(const State* from, const Inputs&, const State& like, const Wish&) const;
  bool keep(Relation&, std::vector<Fact>&, const Fact&) const;
  bool keep_one(Relation&, std::vector<Fact>&, const Fact& about, const std::vector<Value>& preferred) const;
  Relation* relation(bool is_start) const;

  const TransitionSystem& system_;
  const Stepper& stepper_;
  Slots slots_;
  std::vector<Rule> rules_;          // by variable
  std::vector<std::size_t> column_;  // by variable
  Context& context_;
  mutable std::unique_ptr<Relation> at_start_, in_step_;  // made when they are needed
  mutable std::uint64_t spent_ = 0;
  mutable std::size_t questions_left_ = 20'000;  // about choices
  mutable bool has_given_up_ = false;
};

}  // namespace whynot::analyse::why
