// Strategies as an objective over the whole evidence.  Of all proofs that some run does something, by any way to a goal
// and any loop, those that are least against the first strategy are best, of these the ones least against the second,
// and so on; of what is equal to all of them the shortest.
//
// What is against a strategy is counted state by state, as runs come to them: its condition is false there, or it is
// not the one whose turn it is.  What a loop comes to it comes to again and again: that counts more than anything on
// the way there.  States are listed for that, each with whose turn it is, and the least costs of a formula in each are
// found by Dijkstra's algorithm, from the parts of the formula to the whole.  Parts that speak of all runs, or have
// bounds, cost nothing.
//
// Where several take turns, waiting for one counts once, and a loop on which nobody's turn ends forever.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "analyse/explain/build/formula.h"
#include "analyse/explain/strategy/strategy.h"

namespace whynot::analyse::explain {

class Objective {
 public:
  using Cost = std::vector<std::uint32_t>;  // by importance; empty: it does not hold there
  // What formulas mean for the runs that count.
  struct Meaning {
    std::function<engine::StateSet(Expr)> states_of;
    std::function<Expr(Expr)> kept;  // with what must be said of a state that a run comes to
    engine::StateSet fair;           // states that count
  };

  // From these states on; see is_usable.  All must outlive this.
  Objective(const TransitionSystem&, engine::Oracle&, Meaning, const Strategies&, const engine::StateSet& from);
  // Whether strategies want anything that this is about.
  static bool is_wanted(const Strategies&);
  // Not where there are too many states, or fairness speaks of steps.
  bool is_usable() const { return usable_; }

  using Place = std::size_t;  // whose turn it is, of all strategies together
  Place place_at_start(const State&) const;
  Place place_after(Place, const State& next) const;

  // The least cost of what the formula says of the state; of a start also what is against the state itself.
  Cost cost(Expr, const State&, Place);
  Cost cost_of_start(Expr, const State&);
  // How the best evidence goes on from there: to a state, round a loop, or nowhere: the goal is reached.
  struct Move {
    std::optional<State> next;
    std::vector<State> loop;
    std::size_t length = 0;  // of the way up to the goal
  };
  std::optional<Move> move(Expr, const State&, Place);
  // Of a strategy, by its number.
  std::uint32_t against(std::size_t strategy, const Cost&) const;
  bool concerns(std::size_t strategy) const { return component_[strategy].has_value(); }

 private:
  using Vertex = std::size_t;  // a state and a place
  using Costs = std::vector<Cost>;
  struct Turn {                        // one place of a strategy
    std::vector<std::uint32_t> unmet;  // by state: how many of its conditions
    std::size_t next = 0;
    std::vector<std::vector<bool>> unmet_steps = {};  // as next_ has them; empty: it is about states
  };
  struct Wishes {
    std::vector<Turn> turns;
    std::size_t component = 0;  // again and again; the one after it: once
  };
  struct Arrival {
    Place place = 0;
    Cost cost;
  };
  struct Edge {
    Vertex to = 0;
    Cost cost;
  };

  bool list(const engine::StateSet& from);
  void read(const Strategies&);
  bool read_justice();
  std::vector<bool> where(const engine::StateSet&) const;
  std::vector<std::uint32_t> unmet(const Strategy::Wanted&) const;
  std::vector<std::vector<bool>> unmet_steps(const Strategy::Wanted&) const;
  Arrival arrive(Place, std::size_t state) const;
  Vertex vertex(std::size_t state, Place place) const { return state * places_ + place; }
  std::optional<Vertex> vertex_of(const State&, Place) const;
  std::vector<Edge> edges(Vertex) const;
  bool is_fair(Vertex v) const { return fair_[v / places_]; }

  const Costs& costs(Expr);
  Costs made(Expr);
  Costs where_true(Expr);
  Costs of_next(const Costs&) const;
  Costs of_way(const Costs& hold, const Costs& goal) const;
  Costs of_loops(const Costs& hold, const std::vector<bool>& region) const;
  struct Round {
    Cost cost;
    std::vector<Vertex> loop;
  };
  Round round(Vertex from, const Costs& hold, const std::vector<bool>& region) const;
  Cost again_and_again(Cost arrival) const;
  std::size_t turns_ended(Place before, Place after) const;
  Cost cost_of_waiting(std::size_t ended) const;
  Cost none() const { return Cost(components_, 0); }
  static Cost sum(const Cost&, const Cost&);
  static bool less(const Cost&, const Cost&);  // what does not hold is more than anything
  const Costs& loops_of(Expr eg);
  std::optional<Move> step_of_way(Vertex, const Costs& hold, const Costs& goal, const Costs& all);

  const TransitionSystem& system_;
  engine::Oracle& oracle_;
  Meaning meaning_;
  bool usable_ = false;
  std::vector<State> states_;
  std::map<State, std::size_t> number_;
  std::vector<std::vector<std::size_t>> next_;
  std::vector<bool> fair_;
  std::vector<std::vector<bool>> justice_;
  std::vector<Wishes> wishes_;
  std::vector<std::optional<std::size_t>> component_;  // by strategy
  std::size_t components_ = 0, length_ = 0, places_ = 1;
  std::unordered_map<Expr, Costs, ExprHash> costs_, loops_;
};

}  // namespace whynot::analyse::explain
