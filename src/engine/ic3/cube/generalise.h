// From a cube that cannot be reached to a larger one: bits are dropped one after the other, the least active first, as
// long as what remains is inductive relative to the frame before.  Where a state stands in the way that cannot be
// reached either, it is excluded first, and where it can, the cube gives up the bits that tell them apart (Hassan,
// Bradley & Somenzi, "Better generalization in IC3", FMCAD 2013).
#pragma once
#include <optional>

#include "engine/ic3/frames.h"

namespace whynot::engine::ic3 {

// Whether states that stand in the way are looked at.
enum class Zeal { Low, High };

class Generaliser {
 public:
  // All must outlive this.
  Generaliser(Queries& queries, Frames& frames, Activity& activity)
      : queries_(queries), frames_(frames), activity_(activity) {}

  // Excludes a cube around `core` from the frame, and from those after it as far as it goes; the last one of them.
  // REQUIRES that no state of the frame before has a step into `core`, which is part of `cube`, into which no initial
  // state falls.
  std::size_t exclude(const Cube& core, const Cube& cube, std::size_t level, Zeal);
  // `core` with as many bits of `cube` as it takes to contain no initial state; `cube` where that takes too long.
  Cube apart_from_start(Cube core, const Cube& cube);

 private:
  Cube generalised(Cube, std::size_t level, Zeal);
  std::optional<Cube> inductive_below(Cube, std::size_t level, Zeal);
  bool exclude_obstacle(const Cube& state, std::size_t level);
  bool is_apart_from_start(const Cube& cube) { return queries_.meets_start(cube) == solve::Answer::Unsat; }

  Queries& queries_;
  Frames& frames_;
  Activity& activity_;
};

}  // namespace whynot::engine::ic3
