// Builds proofs goal by goal, from what the oracle knows of the fixpoints.  Nothing is expanded before it is
// asked for: a goal costs a few set operations, whatever the size of the whole proof.
//
// A goal is expanded in two decisions, in both of which strategies have a say: which rule, and for rules that
// take a step, which of the states that may come next.  Over a set of states these are: which side of a disjunction
// settles which of them, and which set comes next.
#pragma once
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "analyse/explain/build/formula.h"
#include "analyse/explain/build/outside.h"
#include "analyse/explain/build/proof.h"
#include "analyse/explain/strategy/choices.h"
#include "analyse/explain/strategy/objective.h"
#include "analyse/explain/strategy/strategy.h"
#include "engine/oracle.h"
#include "expr/print.h"
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
  // Why a goal was left open; empty: nobody has tried, or there is nothing to say.
  std::string because(NodeId) const;
  // Opens a goal again; what was below is gone.
  void reopen(NodeId);

  // What could be chosen at a goal: rules, for each step the successors, over sets what they can be divided into; at
  // most so many, and what was chosen, if anything.
  std::vector<Candidate> alternatives(NodeId, std::size_t most);
  // The rule with sets of one's own, as conditions; nothing where they do not prove the goal.
  std::optional<Candidate> by_sets(NodeId, std::string_view rule, const std::vector<Expr>& sets);
  // Expands by one of these.  REQUIRES an open goal.
  bool choose(NodeId, const Candidate&, const std::string& by);
  // What closed a goal, as far as it takes to name it.
  Candidate chosen_at(NodeId) const;

  // The states of a goal.
  const StateSet& place(NodeId id) const { return places_[id]; }
  // How many states that runs of the proof come to are against a strategy.
  struct Price {
    std::size_t again = 0, once = 0;  // on loops; on the way
  };
  Price price_of(const Strategy&);
  // How many states there are to choose from where a step is taken.
  StateSet successors(NodeId, Rule);
  ProofView view() { return {proof_, oracle_, context_.seed()}; }
  // What parts of formulas are called in sentences: DEFINEs, as the user wrote them.
  void call(ExprNames names) { names_ = std::move(names); }
  const ExprNames& names() const { return names_; }

 private:
  using Loop = std::pair<std::vector<State>, std::vector<Inputs>>;

  // builder.cpp: nodes, the root, the two decisions
  Node& node(NodeId id) { return proof_.nodes[id]; }
  NodeId add(NodeId parent, Expr formula, std::optional<State>, StateSet);
  NodeId add_state(NodeId parent, Expr formula, const State& s) { return add(parent, formula, s, oracle_.only(s)); }
  NodeId add_set(NodeId parent, Expr formula, const StateSet& s) { return add(parent, formula, std::nullopt, s); }
  NodeId add_at(NodeId parent, Expr formula, const StateSet&);    // a state if there is but one
  NodeId add_same(NodeId parent, Expr formula);                   // where the parent is
  NodeId add_part(NodeId parent, Expr formula, const StateSet&);  // some of the parent's states
  bool close(NodeId, Rule);
  bool is_single(const StateSet& s) { return outside_.is_empty() && oracle_.count(s) == 1; }
  // Whether two states are one to the oracle.
  bool is_alike(const State& a, const State& b) { return oracle_.is_subset(oracle_.only(a), oracle_.only(b)); }
  std::optional<State> pick_initial(const StateSet&);
  std::optional<engine::Oracle::Step> step_into(const State& from, const StateSet&, Expr condition = {});
  bool choose_steps(ChoiceFunction&, const StateSet& from, const StateSet& into, Expr condition = {});
  void need_reachable();
  bool prove_fairness();
  void make_root(Expr goal, const StateSet& initial);
  std::vector<Candidate> rules(NodeId);
  Candidate candidate(Rule, std::vector<Expr> goals);
  bool has_choice(NodeId, const std::vector<Candidate>&);
  void list_later(NodeId, std::size_t most, std::vector<Candidate>&);
  bool apply_later(NodeId, const View&, const Candidate&);
  std::optional<Candidate> pick_rule(NodeId, std::vector<Candidate>&&, std::string& by);
  bool apply(NodeId, const Candidate&, std::string by);
  bool apply_initial(NodeId);
  bool apply_same(NodeId, Rule, std::initializer_list<Expr> goals);
  bool apply_some_step(NodeId, const Candidate&, std::string& by);
  bool step_from_state(NodeId, Rule, StateSet candidates, std::string& by);
  struct Opinion {
    StateSet best;
    bool follows = false;  // all of it at once
  };
  std::optional<Opinion> opinion(Strategy&, NodeId, Rule, const StateSet& from, const StateSet& next);
  std::optional<StateSet> meeting_wish(NodeId, Rule, const StateSet& candidates, Strategy&);
  StateSet sooner(NodeId, Rule, const StateSet& from, const StateSet& candidates);
  std::optional<std::uint64_t> least_end(NodeId, const View&);

  // steer.cpp: choices by the objective
  void aim(const StateSet& from);
  std::optional<State> best_start(const StateSet& initial, Expr goal);
  Objective::Place turn_at(NodeId);
  Expr steered_formula(NodeId);
  std::optional<Objective::Move> best_move(NodeId);
  bool accept(NodeId, std::string& by);
  bool is_left_open(NodeId, const std::vector<Candidate>&);
  bool leave_open(NodeId, const Strategy&, std::string_view why);  // false
  std::optional<std::size_t> steered_side(NodeId, const std::vector<Candidate>&);
  std::optional<Loop> steered_loop(NodeId, const Objective::Move&);

  // sets.cpp: choices over sets
  bool divides(NodeId, const std::vector<Candidate>&) const;
  Sides sides_of(NodeId);
  Candidate divided(NodeId, const StateSet& either_left, const StateSet& either_right);
  std::optional<Candidate> pick_division(NodeId, const std::vector<Candidate>& whole, std::string& by);
  std::vector<Candidate> divisions(NodeId);
  struct Group {
    StateSet from, next;   // these states go on to some of those
    bool settled = false;  // no other strategy is asked
  };
  bool refine(NodeId, Rule, Strategy&, std::vector<Group>&);
  std::optional<StateSet> pick_successors(NodeId, Rule, std::string& by);
  std::vector<Candidate> successor_sets(NodeId, const Candidate&, std::size_t most);
  bool fits(NodeId, const Candidate&);
  bool is_same(const Candidate&, const Candidate&) const;
  void list_chosen(NodeId, std::vector<Candidate>&);

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
  std::optional<Loop> lifted(const State&, const Loop&);
  std::optional<Loop> alike_loop(const State&, const StateSet& within, const std::vector<StateSet>& pass);
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
  void plan_loop(NodeId, const LoopSearch&);
  bool plan_way(NodeId, Expr hold, Expr goal);
  bool came_back(NodeId);  // a chain of steps, to where it was before
  std::size_t until_bound(NodeId, const View&, std::string& by);
  bool apply_fact(NodeId);
  bool apply_or(NodeId, const Candidate&);
  bool apply_until(NodeId, const View&, std::string& by);
  bool apply_step(NodeId, Rule, const StateSet& to);
  bool apply_single_step(NodeId, Rule, const StateSet& to);
  void follow_plan(NodeId, NodeId next);
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
  Outside outside_;
  Choices choices_;
  Proof proof_;
  std::vector<StateSet> places_;
  Strategies strategies_;
  ExprNames names_;
  struct Distances {
    Expr hold, goal;
    std::vector<StateSet> within;
  };
  std::deque<Distances> distances_;
  std::unordered_map<NodeId, Loop> found_loops_;
  std::unordered_map<NodeId, std::vector<State>> plans_;  // ways to a fair loop that are under way
  std::unordered_map<NodeId, std::string> because_;
  std::unique_ptr<Objective> objective_;                // where the strategies have one
  std::unordered_map<NodeId, Objective::Place> turns_;  // whose turn it is at a goal
  std::unordered_set<NodeId> later_;                    // untils whose longer way was chosen, with its first step
  std::unordered_set<NodeId> steered_;                  // untils that have their bound from the objective
  std::unordered_set<NodeId> planned_;                  // reached by following such a way
  std::unordered_map<NodeId, std::uint64_t> ends_;      // of a bounded until: steps in which it can be done
};

}  // namespace whynot::analyse::explain
