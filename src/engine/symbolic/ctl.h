// CTL by fixpoints of sets of states (Burch, Clarke, McMillan, Dill & Hwang 1990), with justice: path
// quantifiers range over fair infinite runs, so that a state from which none leaves satisfies every A and no
// E formula.  Only states of interest (all reachable ones, once they are known) are told apart.
//
// The rings of least fixpoints are kept: a state's rank is the distance to the goal.
#pragma once
#include <unordered_map>
#include <vector>

#include "engine/symbolic/model.h"
#include "expr/expr.h"

namespace whynot::engine::symbolic {

class Ctl {
 public:
  // The model's space must be explored, or else stay as it is; it must outlive this.
  explicit Ctl(Model&, bool explored = true);

  const Space& space() const { return space_; }
  // The states where the formula holds; invalid when the manager failed, then asking again goes on.
  Bdd states_of(Expr formula);
  // The states that start a fair infinite run.
  Bdd fair();

  // E[hold U goal] over fair runs with its rings: rank 0 is the goal, rank n + 1 leads to rank n.
  struct Until {
    Bdd states;
    std::vector<Bdd> rings;
  };
  const Until& until(const Bdd& hold, const Bdd& goal);
  // The states by the largest number of steps that runs take to the goal, staying in `hold` until then.
  // REQUIRES a model without justice.
  std::vector<Bdd> for_all_rings(const Bdd& hold, const Bdd& goal);
  // The states from which some fair run stays in the set.
  Bdd globally(const Bdd& set);

 private:
  Bdd label(Expr);
  Bdd temporal(Expr, TimeBounds);
  Bdd logical(Expr) const;
  Bdd complement(const Bdd& set) const { return space_.care() - set; }
  Bdd exists_next(const Bdd& set) { return space_.preimage(set & fair(), space_.care()); }
  // The set after so many times of `step`; sets that come back are noticed.
  template <class Step>
  Bdd repeated(Bdd set, std::uint64_t times, Step step) const;
  Bdd bounded_until(const Bdd& hold, const Bdd& goal, TimeBounds);
  Bdd bounded_globally(const Bdd& hold, TimeBounds);
  Bdd bounded_for_all_until(const Bdd& hold, const Bdd& goal, TimeBounds);

  Model& model_;
  Space& space_;
  Bdd fair_;
  std::unordered_map<Expr, Bdd, ExprHash> labels_;
  struct KeptUntil {
    Bdd hold, goal;
    Until until;
  };
  std::vector<std::unique_ptr<KeptUntil>> untils_;
};

}  // namespace whynot::engine::symbolic
