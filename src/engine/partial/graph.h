// A few states and steps of a model, listed, and what CTL formulas surely are in them: true where the steps that are
// known suffice for it, false likewise, else neither.
#pragma once
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "expr/evaluate.h"
#include "model/system/slots.h"
#include "model/trace.h"

namespace whynot::engine::partial {

using Members = std::vector<bool>;  // by the number of a state

Members operator&(const Members&, const Members&);
Members operator|(const Members&, const Members&);
Members without(const Members&, const Members&);
bool is_within(const Members&, const Members&);
bool is_none(const Members&);

class Graph {
 public:
  // The system must outlive this.
  Graph(const TransitionSystem&, const Trace&, bool total);

  struct Edge {
    std::size_t to = 0;
    Inputs inputs;
  };
  std::size_t size() const { return states_.size(); }
  const State& state(std::size_t i) const { return states_[i]; }
  const std::vector<Edge>& edges(std::size_t i) const { return edges_[i]; }
  std::optional<std::size_t> number_of(const State&) const;

  Members all() const { return Members(size(), true); }
  Members none() const { return Members(size(), false); }
  const Members& fair() const { return fair_; }
  bool is_total() const { return total_; }
  bool holds(Expr condition, std::size_t from, const Edge&) const;

  Members successors(const Members&) const;
  Members predecessors(const Members&) const;
  Members with_step(Expr condition, const Members& into) const;
  // The states of `hold` from which steps within it lead to `goal`, ring by ring.
  std::vector<Members> rings(const Members& hold, const Members& goal) const;
  Members backwards(const Members& hold, const Members& goal) const;
  Members forwards(const Members& hold, const Members& from) const;
  // Where a run that stays in the set meets each justice condition, and each of `pass`, again and again.
  Members staying(const Members& set, const std::vector<Members>& pass = {}) const;

  struct Known {
    Members yes, no;
  };
  const Known& known(Expr ctl);

  // From a state round a loop within the set, which meets all that staying() demands; numbers of states, the first one
  // not repeated.
  std::optional<std::vector<std::size_t>> loop(std::size_t from, const Members& within,
                                               const std::vector<Members>& pass) const;
  std::optional<std::vector<std::size_t>> way(std::size_t from, const Members& within, const Members& to) const;

 private:
  std::size_t add(const State&);
  void connect(std::size_t from, const Inputs&, std::size_t to);
  Members met_again(const Members& set, const Members& at) const;
  Known label(Expr);
  Known temporal(Expr);
  Members until(const Members& hold, const Members& goal, TimeBounds) const;
  Members globally(const Members& hold, TimeBounds) const;
  Members missing(const Known& hold, const Known& goal, TimeBounds) const;

  const TransitionSystem& system_;
  Slots slots_;
  std::vector<State> states_;
  std::map<State, std::size_t> numbers_;
  std::vector<std::vector<Edge>> edges_;
  bool total_;
  Members fair_;
  std::unordered_map<Expr, Known, ExprHash> known_;
};

}  // namespace whynot::engine::partial
