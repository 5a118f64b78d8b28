#include "engine/pushdown/infinite/components.h"

#include <algorithm>

namespace whynot::engine::pushdown {

std::vector<std::uint32_t> strong_components(const std::vector<std::vector<std::uint32_t>>& successors) {
  constexpr std::uint32_t unseen = ~0u;
  const std::size_t n = successors.size();
  std::vector<std::uint32_t> component(n, unseen), order(n, unseen), low(n), open;
  std::vector<std::pair<std::uint32_t, std::size_t>> path;  // vertex, next successor to look at
  std::uint32_t time = 0, count = 0;
  for (std::uint32_t start = 0; start < n; ++start) {
    if (order[start] != unseen) continue;
    path.emplace_back(start, 0);
    while (!path.empty()) {
      const std::uint32_t v = path.back().first;
      if (path.back().second == 0) {
        order[v] = low[v] = time++;
        open.push_back(v);
      }
      if (path.back().second < successors[v].size()) {
        const std::uint32_t w = successors[v][path.back().second++];
        if (order[w] == unseen)
          path.emplace_back(w, 0);
        else if (component[w] == unseen)
          low[v] = std::min(low[v], order[w]);
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back().first] = std::min(low[path.back().first], low[v]);
      if (low[v] != order[v]) continue;
      for (std::uint32_t w = unseen; w != v; open.pop_back()) component[w = open.back()] = count;
      ++count;
    }
  }
  return component;
}

}  // namespace whynot::engine::pushdown
