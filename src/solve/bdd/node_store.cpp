// Chains of the table run through the nodes themselves; what walks the graph marks nodes in a set of bits beside them.
#include "solve/bdd/node_store.h"

#include <algorithm>
#include <new>

namespace whynot::solve::bdd {

namespace {
constexpr std::size_t first_buckets = 1 << 12;
constexpr std::size_t small_node_bytes = std::size_t{2} << 20;
}  // namespace

NodeStore::NodeStore() : watermark_(first_buckets) {
  // Address space is reserved for as many nodes as there can be; where it is scarce, for fewer.
  std::size_t room = max_nodes;
  while (nodes_.size() == 0 && room > first_buckets) {
    nodes_ = GrowingPages<Node>(room, small_node_bytes);
    room /= 2;
  }
  buckets_ = Pages<Index>(first_buckets);
  if (nodes_.size() == 0 || buckets_.size() == 0 || !nodes_.use(watermark_)) throw std::bad_alloc();
  bucket_mask_ = first_buckets - 1;
  nodes_[0] = {true_edge, true_edge, 0, terminal_level};
}

// Sizes are asked for at every step of a search: a bit a node is quicker than a table of those that were seen.
std::vector<Index> NodeStore::below(std::span<const Edge> roots) const {
  visited_.resize(std::max(visited_.size(), end_ / 64 + 1));
  std::vector<Index> found;
  const auto visit = [&](Edge e) {
    const Index i = index_of(e);
    const std::uint64_t bit = std::uint64_t{1} << (i % 64);
    if (i == 0 || (visited_[i / 64] & bit)) return;
    found.push_back(i);
    visited_[i / 64] |= bit;
  };
  try {
    for (const Edge root : roots) visit(root);
    for (std::size_t k = 0; k < found.size(); ++k) {
      const Node& n = nodes_[found[k]];
      visit(n.low);
      visit(n.high);
    }
  } catch (...) {
    visited_.clear();
    throw;
  }
  for (const Index i : found) visited_[i / 64] = 0;
  return found;
}

Edge NodeStore::insert(Level level, Edge low, Edge high) {
  const Index i = allocate();  // may grow the table
  Index& bucket = buckets_[bucket_of(level, low, high)];
  nodes_[i] = {low, high, bucket, level};
  bucket = i;
  return i << 1;
}

void NodeStore::grow_table() {
  Pages<Index> larger(2 * buckets_.size());
  if (larger.size() == 0) return;
  Pages<Index> old = std::move(buckets_);
  buckets_ = std::move(larger);
  bucket_mask_ = buckets_.size() - 1;
  for (Index first : old) {
    for (Index i = first, next; i; i = next) {
      Node& n = nodes_[i];
      next = n.next;
      Index& bucket = buckets_[bucket_of(n.level, n.low, n.high)];
      n.next = bucket;
      bucket = i;
    }
  }
}

void NodeStore::rebuild(const MarkBits* alive) {
  std::fill(buckets_.begin(), buckets_.end(), Index{0});
  const auto is_free = [&](std::size_t i) {
    return nodes_[i].level == free_level || (alive && !(*alive)[static_cast<Index>(i)]);
  };
  while (end_ > 1 && is_free(end_ - 1)) --end_;
  free_ = 0;
  free_count_ = 0;
  for (std::size_t i = end_ - 1; i >= 1; --i) {
    Node& n = nodes_[i];
    if (is_free(i)) {
      n.level = free_level;
      n.next = free_;
      free_ = static_cast<Index>(i);
      ++free_count_;
    } else {
      Index& bucket = buckets_[bucket_of(n.level, n.low, n.high)];
      n.next = bucket;
      bucket = static_cast<Index>(i);
    }
  }
}

}  // namespace whynot::solve::bdd
