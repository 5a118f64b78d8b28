// Policy refinement (Basu et al., sections 1 and 6): allow events, or edit the automaton, check again, and see what
// becomes of the counterexamples.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analyse/paths/paths.h"

namespace whynot::analyse::paths {

// The same system without the events that are meant.  Nothing, and the reason in `diagnostics`, if an event is
// unknown.
std::optional<Pds> allow_events(const Pds&, const std::vector<std::string>& events, Diagnostics&);

// What was asked, and what was found with keep_runs.
struct PathsSide {
  const Pds& pds;
  const Efsa& property;
  const PathsFinding& found;
};

struct PathsDifference {
  std::vector<std::size_t> gone, remaining;  // indices into the runs before
  std::vector<std::size_t> added;            // indices into the runs after
};

// Of the counterexamples before, those that are no violation any more and those that still are; of the ones after,
// those that were none before.  Each run is put to the other side's automaton: the answer is exact for every run that
// was found, even if the sets were cut, and a run that violates both policies is neither gone nor new though one side
// may leave it out as a detour.  Runs are told by the configurations of the program; systems may differ in events, and
// in rules: a run whose steps the other program does not have violates nothing there.
PathsDifference compare_paths(const PathsSide& before, const PathsSide& after, bool all_final);

}  // namespace whynot::analyse::paths
