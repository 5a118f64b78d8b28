// The runs that a bounded search wants, depth by depth: goals turn a property into literals to assume.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "encode/lasso.h"
#include "encode/unroll.h"
#include "model/query.h"

namespace whynot::engine {

class Goal {
 public:
  virtual ~Goal() = default;
  // What holds of exactly the wanted runs of depth `bound`.  Bounds go up; frames are made as needed.
  virtual std::vector<solve::Lit> at(std::size_t bound) = 0;
  // No run of this depth is wanted any more, whatever is asked later.
  virtual void exhaust(std::size_t bound) = 0;

  // Whether the run is a lasso, and where its loop starts.
  virtual solve::Lit loops(std::size_t) { return solve::Aig::constant(false); }
  virtual solve::Lit loop_starts_at(std::size_t) { return solve::Aig::constant(false); }
  virtual std::optional<std::size_t> loop_start(std::size_t, const std::vector<bool>&) { return std::nullopt; }
};

// Finite runs on which an invariant fails for the first time at their end (an invariant that speaks of
// transitions: on the last one).
std::unique_ptr<Goal> invariant_goal(encode::Unroll&, Expr invariant);
// Finite runs and lassos that satisfy an LTL formula in negation normal form, fair if the model says so.
std::unique_ptr<Goal> lasso_goal(encode::Unroll&, Expr formula);

}  // namespace whynot::engine
