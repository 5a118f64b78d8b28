// The graph: nodes of 16 bytes in one array that never moves, found again through one chained hash table.
// An edge is a node's index and, in its lowest bit, a complement mark; the high edge of a node never
// carries the mark, which makes the graph canonical.  Node 0 is the constant true.
//
// Nodes know their level, not their variable: operations compare levels all the time, and only reordering,
// which rebuilds everything anyway, needs the variable.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solve/bdd/pages.h"

namespace whynot::solve::bdd {

using Edge = std::uint32_t;
using Index = std::uint32_t;
using Level = std::uint32_t;

inline constexpr Edge true_edge = 0, false_edge = 1, no_edge = ~0u;
inline constexpr Level terminal_level = 0x7fffffff, free_level = ~0u;
// Edges fit 31 bits, and a little less: the operation cache uses what is above.
inline constexpr std::size_t max_nodes = (std::size_t{1} << 30) - 256;

constexpr Index index_of(Edge e) { return e >> 1; }
constexpr bool is_constant(Edge e) { return e <= false_edge; }
constexpr Edge negate(Edge e) { return e ^ 1; }

struct Node {
  Edge low, high;
  Index next;  // in the chain of the unique table, or of the free nodes
  Level level;
};
static_assert(sizeof(Node) == 16);

// One bit a node.
class MarkBits {
 public:
  explicit MarkBits(std::size_t size) : words_((size + 63) / 64) {}
  bool operator[](Index i) const { return words_[i / 64] >> (i % 64) & 1; }
  // Whether it was unmarked before.
  bool mark(Index i) {
    const std::uint64_t bit = std::uint64_t{1} << (i % 64);
    if (words_[i / 64] & bit) return false;
    words_[i / 64] |= bit;
    return true;
  }

 private:
  std::vector<std::uint64_t> words_;
};

class NodeStore {
 public:
  NodeStore();
  virtual ~NodeStore() = default;

  const Node& node(Edge e) const { return nodes_[index_of(e)]; }
  Level level(Edge e) const { return node(e).level; }
  Edge low(Edge e) const { return node(e).low ^ (e & 1); }
  Edge high(Edge e) const { return node(e).high ^ (e & 1); }
  // Cofactors with respect to a level not below the edge's own.
  Edge low_at(Edge e, Level l) const { return level(e) == l ? low(e) : e; }
  Edge high_at(Edge e, Level l) const { return level(e) == l ? high(e) : e; }

  // The node for "if the variable at `level` then high else low".  REQUIRES both below that level.
  Edge make(Level level, Edge low, Edge high);

  // The nodes below some edges, each once, in no order that means anything; the constant is left out.
  std::vector<Index> below(std::span<const Edge> roots) const;

  std::size_t in_use() const { return end_ - 1 - free_count_; }  // nodes, dead or alive
  std::size_t node_bytes() const { return end_ * sizeof(Node); }
  std::size_t table_bytes() const { return buckets_.bytes(); }

 protected:
  static constexpr std::uint32_t polling_interval = 1 << 12;  // steps

  // Called before the node at `watermark_` is taken: moves the watermark, or throws.
  virtual void at_watermark() = 0;
  // Called once in a while by tick(): asks whether to stop, and throws if so.
  virtual void poll() = 0;
  // To be called by every recursive step.
  void tick() {
    if (--poll_in_ == 0) {
      poll_in_ = polling_interval;
      poll();
    }
  }

  Index allocate();
  // Makes the table twice as large, as far as memory goes.
  void grow_table();
  // Puts all nodes but the free and, if given, the unmarked into an empty table; the rest become free.
  void rebuild(const MarkBits* alive);

  GrowingPages<Node> nodes_;
  std::size_t end_ = 1;  // first index never used
  std::size_t watermark_;
  Index free_ = 0;
  std::size_t free_count_ = 0;
  Pages<Index> buckets_;
  std::size_t bucket_mask_;

 private:
  static constexpr unsigned window_bits = 14;

  // Nodes made one after the other have children made one after the other.  A hash that follows the
  // children through the table, and scatters within a window that the processor's own cache holds, finds
  // most of its buckets there.
  std::size_t bucket_of(Level level, Edge low, Edge high) const {
    const std::uint64_t children = std::uint64_t{high} << 32 | low;
    const std::uint64_t mixed = (children ^ children >> 29) * 0x9e3779b97f4a7c15u + level * 0xd6e8feb86659fd93u;
    return ((mixed >> (64 - window_bits)) + (low + high) / 2) & bucket_mask_;
  }
  Edge insert(Level level, Edge low, Edge high);

  std::uint32_t poll_in_ = polling_interval;
  mutable std::vector<std::uint64_t> visited_;  // a bit a node, for below(): none is set between two calls
};

inline Index NodeStore::allocate() {
  if (free_) {
    const Index i = free_;
    free_ = nodes_[i].next;
    --free_count_;
    return i;
  }
  if (end_ >= watermark_) at_watermark();
  return static_cast<Index>(end_++);
}

inline Edge NodeStore::make(Level level, Edge low, Edge high) {
  if (low == high) return low;
  const Edge mark = high & 1;
  low ^= mark;
  high ^= mark;
  for (Index i = buckets_[bucket_of(level, low, high)]; i; i = nodes_[i].next) {
    const Node& n = nodes_[i];
    if (n.low == low && n.high == high && n.level == level) return i << 1 | mark;
  }
  return insert(level, low, high) ^ mark;
}

}  // namespace whynot::solve::bdd
