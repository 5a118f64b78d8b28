// All shortest lassos that stay in a set forever, merged position by position.
#pragma once
#include <optional>
#include <vector>

#include "base/integer.h"
#include "engine/oracle.h"

namespace whynot::analyse::explain {

struct Lassos {
  std::vector<engine::StateSet> positions;
  std::size_t loop = 0;  // the position that the last one leads back to
  Integer count;         // of lassos, each start counted as often as there are ways to it
};

// From where a run may start, with the number of ways there, within a set.  Of the shortest lassos those with the
// shortest loop.  Nothing where there are too many states.
using Starts = std::vector<std::pair<State, Integer>>;
std::optional<Lassos> shortest_lassos(engine::Oracle&, const Starts&, const engine::StateSet& within);

}  // namespace whynot::analyse::explain
