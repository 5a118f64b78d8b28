// A class as a deterministic automaton that reads a trace step by step and says whether some positions so far
// satisfy the constraint.  Its states are sets of partial matches: which positions have found their step, how
// long ago where gaps still ask for it, and which values are remembered for conditions on several positions.
// Matches that another one is at least as good as are dropped.
//
// Deterministic on purpose: a trace has one run, so counting runs of the product counts traces.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <unordered_map>
#include <vector>

#include "analyse/classify/split.h"
#include "model/system/slots.h"

namespace whynot::analyse::classify {

class Monitor {
 public:
  using StateId = std::uint32_t;
  static constexpr StateId initial = 0;    // before the first step
  static constexpr StateId accepting = 1;  // and forever after

  Monitor(const TransitionSystem&, SplitClass);

  // What a step of a trace means to the automaton; equal steps have equal letters.
  using LetterId = std::uint32_t;
  LetterId letter(const State&, const Inputs*);
  // A step of which this is known: by position, whether what is said of it alone holds; and the values of the
  // variables that conditions on several positions read.
  LetterId letter(std::vector<bool> fits, const std::function<Value(Expr)>& value);
  const std::vector<Expr>& remembered() const { return all_remembered_; }
  StateId next(StateId, LetterId);
  std::size_t states() const { return states_.size(); }
  // Whether a state was made with more matches than `most_matches`: what it says cannot be relied on.
  bool overflowed() const { return overflowed_; }

 private:
  struct Letter {
    std::vector<bool> fits;             // by position: what is said of it alone holds here
    std::vector<std::uint32_t> memory;  // by position: the values that ties read there
    friend auto operator<=>(const Letter&, const Letter&) = default;
  };
  struct Match {
    std::vector<std::uint32_t> age;     // by position: 0 not placed, else 1 + steps since, as far as it matters
    std::vector<std::uint32_t> memory;  // by position; 0: nothing to remember
    friend auto operator<=>(const Match&, const Match&) = default;
  };
  struct Condition {
    CompiledExpr body;
    std::vector<std::pair<Expr, std::size_t>> reads;  // variable and argument, by slot; no variable: not read
    // Nothing holds where a variable has no value.
    template <class ValueOf>
    bool holds(ValueOf) const;
  };
  Condition compile(Expr body) const;
  Value value_of(Expr variable, const State&, const Inputs*) const;
  void grow(const Match&, const Letter&, std::vector<Match>&);
  void place(const Match& before, const Letter&, std::vector<bool>& now, std::size_t position, std::vector<Match>&);
  bool lacks_predecessor(const Match& before, std::size_t position) const;
  bool gaps_hold(const Match& before, const std::vector<bool>& now) const;
  bool ties_hold(const Match& before, const std::vector<bool>& now, const Letter&) const;
  Match placed(const Match& before, const std::vector<bool>& now, const Letter&) const;
  bool is_hopeless(const Match&) const;
  bool is_as_good(const Match&, const Match&) const;
  std::uint32_t memory_id(std::vector<Value>);
  LetterId intern(Letter);
  StateId intern(std::vector<Match>);

  const TransitionSystem& system_;
  SplitClass class_;
  std::unordered_map<Expr, std::pair<bool, std::size_t>, ExprHash> columns_;  // is an input; index
  std::vector<std::vector<Condition>> alone_;
  std::vector<Condition> ties_;
  std::vector<std::vector<Expr>> remembered_;  // by position: variables that ties read there
  std::vector<Expr> all_remembered_;           // at any position
  std::vector<std::uint32_t> oldest_;          // by position: the age from which on all ages are alike
  bool limited_ = false;                       // some gap has an upper bound
  bool from_start_ = false;                    // some gap counts from the start of the trace
  std::vector<std::vector<Value>> memories_;   // by id; 0 is empty
  std::map<std::vector<Value>, std::uint32_t> memory_ids_;
  std::vector<Letter> letters_;
  std::map<Letter, LetterId> letter_ids_;
  std::vector<std::vector<Match>> states_;
  std::map<std::vector<Match>, StateId> state_ids_;
  std::unordered_map<std::uint64_t, StateId> steps_;
  bool overflowed_ = false;
};

}  // namespace whynot::analyse::classify
