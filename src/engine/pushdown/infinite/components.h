// Strongly connected components of a directed graph (Tarjan), without recursion.
#pragma once
#include <cstdint>
#include <vector>

namespace whynot::engine::pushdown {

// The number of each vertex's component; components are numbered in reverse topological order.
std::vector<std::uint32_t> strong_components(const std::vector<std::vector<std::uint32_t>>& successors);

}  // namespace whynot::engine::pushdown
