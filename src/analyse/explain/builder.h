// Builds proofs goal by goal, from what the oracle knows of the fixpoints.  Nothing is expanded before it is
// asked for: a goal costs a few set operations, whatever the size of the whole proof.
//
// A goal is expanded in two decisions, in both of which strategies have a say: which rule, and for rules that
// take a step, which of the states that may come next.
#pragma once
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyse/explain/choices.h"
#include "analyse/explain/formula.h"
#include "analyse/explain/proof.h"
#include "analyse/explain/strategy.h"
#include "engine/oracle.h"
#include "model/property.h"

namespace whynot::analyse::explain {

using engine::StateSet;

class Builder {
 public:
  // All must outlive this.
  Builder(const TransitionSystem&, engine::Oracle&, Context&);

  // Decides the property (an invariant, or CTL) and makes the root; false when the context said stop.
  bool start(const Property&);
  const Proof& proof() const { return proof_; }
  engine::Oracle& oracle() { return oracle_; }

  // Takes effect for what is expanded from now on; used before the start, for the choice of an initial state, too.
  void use(Strategies);
  Strategies& strategies() { return strategies_; }

  bool is_open(NodeId id) const { return proof_.at(id).rule == Rule::Open; }
  std::vector<NodeId> leaves() const;  // open goals below the root, in order
  // The goal is closed by a rule, its premises are open; false when a strategy or the context leaves it open.
  bool expand(NodeId);
  // Opens a goal again; what was below is gone.
  void reopen(NodeId);

  // What could be chosen at a goal: rules, and for each step the successors, at most so many.
  std::vector<Candidate> alternatives(NodeId, std::size_t most);
  // Expands by one of these.  REQUIRES an open goal.
  bool choose(NodeId, const Candidate&, const std::string& by);

  // The states of a goal.
  const StateSet& place(NodeId id) const { return places_[id]; }
  // How many states there are to choose from where a step is taken.
  StateSet successors(NodeId, Rule);
  ProofView view() { return {proof_, oracle_, context_.seed()}; }

 private:
  using Loop = std::pair<std::vector<State>, std::vector<Inputs>>;

  // builder.cpp: nodes, the root, the two decisions
  Node& node(NodeId id) { return proof_.nodes[id]; }
  NodeId add(NodeId parent, Expr formula, std::optional<State>, StateSet);
  NodeId add_state(NodeId parent, Expr formula, const State& s) { return add(parent, formula, s, oracle_.only(s)); }
  NodeId add_set(NodeId parent, Expr formula, const StateSet& s) { return add(parent, formula, std::nullopt, s); }
  NodeId add_at(NodeId parent, Expr formula, const StateSet&);  // a state if there is but one
  NodeId add_same(NodeId parent, Expr formula);                 // where the parent is
  bool close(NodeId, Rule);
  bool choose_steps(ChoiceFunction&, const StateSet& from, const StateSet& into, Expr condition = {});
  void need_reachable();
  bool prove_fairness();
  void make_root(Expr goal, const StateSet& initial);
  std::vector<Candidate> rules(NodeId);
  Candidate candidate(Rule, std::vector<Expr> goals);
  std::optional<std::size_t> pick_rule(NodeId, const std::vector<Candidate>&, std::string& by);
  bool apply(NodeId, const Candidate&, std::string by);
  bool apply_initial(NodeId);
  bool apply_same(NodeId, Rule, std::initializer_list<Expr> goals);
  bool apply_some_step(NodeId, const Candidate&, std::string& by);
  std::optional<State> pick(NodeId, Rule, StateSet candidates, std::string& by);
  std::optional<StateSet> meeting_wish(NodeId, Rule, const StateSet& candidates, Strategy&);

  // fair.cpp: what is fair, and what formulas mean for the runs that count
  bool finite() const { return proof_.runs == Runs::Finite; }
  bool all_fair() const { return finite() || proof_.always_fair; }
  StateSet states_of(Expr);
  StateSet fair_ones(const StateSet& s) { return all_fair() ? s : oracle_.intersect(s, oracle_.fair()); }
  StateSet settling_part(NodeId);  // of an AU: what settles within the horizon of a strategy; all without one
  StateSet fair_part(NodeId id) { return fair_ones(places_[id]); }
  Expr kept(Expr);                      // … & EG TRUE where that must be said
  Expr weak(Expr, const StateSet& in);  // … | AF FALSE where that is needed
  bool speaks_of_step(Expr) const;
  const std::vector<StateSet>& nearer(Expr hold, Expr goal);  // [n]: at most n steps to the goal
  StateSet within(Expr hold, Expr goal, std::size_t steps);
  std::optional<std::size_t> distance(Expr hold, Expr goal, const StateSet& from);  // that all of them need at most
  StateSet staying(Expr inner) { return states_of(pool().temporal(Op::EG, {inner})); }
  std::optional<Loop> loop_through(const State&, const StateSet& within, const std::vector<StateSet>& pass);
  std::optional<std::vector<State>> way_to_shorter_loop(const State&, const StateSet& within, std::size_t length);
  std::optional<Loop> shortest_loop(const State&, const StateSet& within);
  Expr bounded(Op, Expr hold, Expr goal, std::uint64_t lo, std::uint64_t hi);

  // exists.cpp
  std::vector<Candidate> globally_rules(NodeId, const View&);
  std::vector<Candidate> staying_rules(NodeId, const View&);
  struct LoopSearch {
    StateSet region;             // where the loop should lie
    std::vector<StateSet> pass;  // what it should meet
    bool short_ones = false;     // look for one that is shorter than the first
    bool step_first = false;     // a better one lies ahead
  };
  LoopSearch loop_search(NodeId, const View&);
  bool came_back(NodeId);  // a chain of steps, to where it was before
  std::size_t until_bound(NodeId, const View&, std::string& by);
  bool apply_fact(NodeId);
  bool apply_or(NodeId, Rule);
  bool apply_until(NodeId, const View&, std::string& by);
  bool apply_step(NodeId, Rule, const std::optional<State>& to);
  bool apply_loop(NodeId, const std::vector<State>& wanted);
  bool apply_staying_set(NodeId, const View&);
  Expr rest_after(NodeId);                 // what is left to prove after a step
  std::optional<Expr> now_before(NodeId);  // what must hold before it

  // forall.cpp
  bool apply_all_steps(NodeId, Rule);
  bool apply_split(NodeId);
  bool apply_layers(NodeId, const View&);
  bool apply_closed_set(NodeId, const View&);
  bool apply_unfold(NodeId, const View&);

  ExprPool& pool() const { return *system_.pool; }
  View seen(NodeId id) const { return view_of(pool(), proof_.at(id).goal.formula); }
  bool is_state(NodeId id) const { return proof_.at(id).goal.state.has_value(); }

  const TransitionSystem& system_;
  engine::Oracle& oracle_;
  Context& context_;
  Choices choices_;
  Proof proof_;
  std::vector<StateSet> places_;
  Strategies strategies_;
  struct Distances {
    Expr hold, goal;
    std::vector<StateSet> within;
  };
  std::deque<Distances> distances_;
  std::unordered_map<NodeId, Loop> found_loops_;
  std::unordered_map<NodeId, std::vector<State>> plans_;  // ways to a fair loop that are under way
};

}  // namespace whynot::analyse::explain
