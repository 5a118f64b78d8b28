// Single runs found in a space: states one after the other, and what their steps must satisfy.
#pragma once
#include <optional>
#include <vector>

#include "engine/symbolic/space.h"
#include "expr/expr.h"
#include "model/trace.h"

namespace whynot::engine::symbolic {

struct Path {
  std::vector<Bdd> states;          // single ones
  std::vector<Bdd> labels;          // of the step that leaves each state, over current, input and next bits
  std::optional<std::size_t> loop;  // the state that the last one returns to

  const Bdd& back() const { return states.back(); }
  void start(const Bdd& state, const Space&);
  // A step by the label to a state.
  void step(const Bdd& label, const Bdd& state, const Space&);
};

// A shortest way from an initial state to a state of the target.  REQUIRES that one can be reached.
Path path_to(Space&, const Bdd& target);

// Goes on from the end of the path to the nearest state of the goal, through states of `within`, by at least
// `least` (0 or 1) steps.  False when there is no way, or the manager failed.
bool walk(const Space&, Path&, const Bdd& within, const Bdd& goal, std::size_t least);

// So many steps, at least `lo` and as few as possible: from the one numbered `window_from` on to states of the window,
// at last to the goal.
struct Leg {
  TimeBounds steps;
  std::uint64_t window_from = 0;
  Bdd window, goal;
};
// Goes on from the end of the path.  False when there is no way, or the manager failed.
bool walk_leg(const Space&, Path&, const Leg&);

// Takes a step by the label into the set.  REQUIRES that there is one.
void take_step(const Space&, Path&, const Bdd& label, const Bdd& into);

// With the inputs of its steps; undefined outside the cone.  REQUIRES a manager that has not failed.
Trace trace_of(const Space&, const Path&);

}  // namespace whynot::engine::symbolic
