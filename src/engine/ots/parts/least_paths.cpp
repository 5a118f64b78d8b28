#include "engine/ots/parts/least_paths.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace whynot::engine::ots::parts {
namespace {

using Numbers = std::vector<std::uint64_t>;

// By state, where it leads.
std::vector<Numbers> onwards_of(const Numbers& edges) {
  std::vector<Numbers> out;
  for (std::size_t at = 0; at < edges.size(); at += edges[at] + 1) {
    const auto begin = edges.begin() + static_cast<std::ptrdiff_t>(at) + 1;
    out.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(edges[at]));
  }
  return out;
}

}  // namespace

// As one machine would number them: the first to lead to a state decides.
LeastPaths least_paths(const std::vector<std::size_t>& sizes, const Numbers& places,
                       const std::vector<Numbers>& edges) {
  const std::size_t depths = sizes.size();
  LeastPaths out;
  out.order.resize(depths);
  out.ways.resize(depths);
  out.first_parents.resize(depths);
  Numbers& starts = out.order[0];
  starts.resize(sizes[0]);
  std::iota(starts.begin(), starts.end(), 0);
  std::sort(starts.begin(), starts.end(), [&](std::uint64_t a, std::uint64_t b) { return places[a] < places[b]; });
  for (std::size_t d = 0; d + 1 < depths; ++d) {
    const std::vector<Numbers> onwards = onwards_of(edges[d]);
    std::vector<std::optional<std::size_t>> number(sizes[d + 1]);
    for (std::size_t i = 0; i < out.order[d].size(); ++i) {
      for (const std::uint64_t to : onwards[out.order[d][i]]) {
        if (!number[to]) {
          number[to] = out.order[d + 1].size();
          out.order[d + 1].push_back(to);
          out.first_parents[d + 1].push_back(i);
        }
        out.ways[d][i].push_back(*number[to]);
      }
      std::sort(out.ways[d][i].begin(), out.ways[d][i].end());
    }
  }
  for (std::size_t i = 0; i < out.order[depths - 1].size(); ++i) out.ways[depths - 1][i] = {};
  return out;
}

}  // namespace whynot::engine::ots::parts
