// A step, a call that has not come back, and a call that was erased are one hop each; Dijkstra's algorithm runs against
// them.
#include "engine/pushdown/stream/towards.h"

#include "engine/pushdown/table/radix_heap.h"

namespace whynot::engine::pushdown {

Towards::Towards(Product& product, const Tabulation& tabulation, const Distances& distances) {
  struct Edge {
    Head to;
    Hop hop;
  };
  const auto heads = static_cast<Head>(product.heads());
  std::vector<Edge> edges;
  for (Head h = 0; h < heads; ++h) {
    if (!tabulation.expands(h)) continue;
    for (const HeadRule& rule : product.rules(h)) {
      if (rule.is_exit()) continue;
      edges.push_back({rule.head, {h, 1}});
      if (!rule.is_call()) continue;
      for (const Distances::Erasure& e : distances.erasures(rule.head)) {
        const Head rest = product.find_head(e.to, rule.under);
        if (rest < heads) edges.push_back({rest, {h, plus(1, e.steps)}});
      }
    }
  }
  begin_.assign(heads + 1, 0);
  for (const Edge& edge : edges) ++begin_[edge.to + 1];
  for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
  into_.resize(edges.size());
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  for (const Edge& edge : edges) into_[next[edge.to]++] = edge.hop;
}

std::vector<Distance> Towards::operator()(std::span<const Head> goals) const {
  std::vector<Distance> left(begin_.size() - 1, unreachable);
  RadixHeap<Head> queue;
  for (const Head h : goals) queue.push(0, h);
  while (!queue.empty()) {
    const auto [steps, head] = queue.pop();
    if (left[head] != unreachable) continue;
    left[head] = steps;
    for (std::uint32_t i = begin_[head]; i < begin_[head + 1]; ++i)
      if (left[into_[i].from] == unreachable) queue.push(plus(steps, into_[i].steps), into_[i].from);
  }
  return left;
}

}  // namespace whynot::engine::pushdown
