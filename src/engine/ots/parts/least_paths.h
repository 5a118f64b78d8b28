// The order in which one machine's breadth-first search comes to states: that of the least paths to them, by the place
// of the start, then by what is taken first at each step.  It can be told from the states on the way to what is sought
// alone, whoever has them.
#pragma once
#include <cstdint>
#include <map>
#include <vector>

namespace whynot::engine::ots::parts {

struct LeastPaths {
  // By depth.
  std::vector<std::vector<std::uint64_t>> order;                      // who comes first, second, …
  std::vector<std::map<std::size_t, std::vector<std::size_t>>> ways;  // by place in that order: where it leads
  std::vector<std::vector<std::size_t>> first_parents;                // from whom one machine came
};

// `sizes`: how many states there are at each depth; `places`: of the starts; `edges`: by depth, for each state how
// many it leads to, then which, in the order in which they are taken.  REQUIRES that each state is led to.
LeastPaths least_paths(const std::vector<std::size_t>& sizes, const std::vector<std::uint64_t>& places,
                       const std::vector<std::vector<std::uint64_t>>& edges);

}  // namespace whynot::engine::ots::parts
