// The counterexamples of a finding as text and as one drawing: the groups' representatives, or those that somebody
// selected.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "analyse/paths/paths.h"
#include "analyse/paths/views.h"
#include "base/drawing.h"

namespace whynot::analyse::paths {

struct GroupsView {
  ViewOptions options;
  bool grouped = true;                // else every counterexample on its own
  std::vector<std::size_t> selected;  // these instead, counted from 0
  std::string unfold;                 // "all", the number of one counterexample, or nothing
  bool named = true;                  // traces have ids, from this number on; else groups name them
  std::size_t first_id = 1;
};

// As call trees; more than one also merged.
std::string text_of_groups(const PathsFinding&, const GroupsView&);
// What would be larger than this many nodes is not drawn at all.
Drawing drawing_of_groups(const PathsFinding&, GroupsView, std::size_t most_nodes);

}  // namespace whynot::analyse::paths
