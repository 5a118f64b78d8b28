// Sifting: each block of variables is moved through the order by swaps of neighbours and left where nodes are fewest.
#include "solve/bdd/reorder.h"

#include <algorithm>
#include <bit>
#include <new>

namespace whynot::solve::bdd {

namespace {
constexpr std::size_t small_reference_bytes = std::size_t{2} << 20;
// A block gives up a direction when the graph has grown by a fifth.
constexpr bool too_large(std::size_t size, std::size_t best) { return size > best + best / 5 + 16; }
}  // namespace

bool Kernel::reorder(std::span<const BddVariable> order) {
  WHYNOT_CHECK(order_fixed_ == 0, "nobody should rely on the order when it is to change");
  collect_garbage();
  reorder_at_ = std::max(first_reorder_, 2 * in_use());
  // Counters, tables by variable, and nodes made on the way.
  if (!affordable(in_use() * (sizeof(std::uint32_t) + sizeof(Index) + sizeof(Node) / 4))) return false;
  ++reorderings_;
  polls_ = 0;
  cache_.clear();
  {
    Reordering reordering(*this);
    order.empty() ? reordering.sift() : reordering.sort(order);
  }
  reorder_at_ = std::max(first_reorder_, 2 * in_use());
  return true;
}

bool Kernel::keeps_blocks(std::span<const BddVariable> order) const {
  std::vector<bool> seen(variable_count(), false), closed(variable_count(), false);
  if (order.size() != variable_count()) return false;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const BddVariable v = order[i];
    if (v >= variable_count() || seen[v] || closed[block_of_[v]]) return false;
    seen[v] = true;
    if (i + 1 == order.size() || order[i + 1] >= variable_count() || block_of_[order[i + 1]] != block_of_[v])
      closed[block_of_[v]] = true;
  }
  return true;
}

// All that may fail for want of memory comes before the first node is touched.
Reordering::Reordering(Kernel& kernel)
    : kernel_(kernel),
      nodes_(kernel.nodes_),
      tables_(kernel.variable_count()),
      references_(kernel.nodes_.size(), small_reference_bytes),
      order_(blocks()),
      first_level_(order_.size()) {
  dying_.reserve(2 * kernel.variable_count() + 16);
  for (Index i = 1; i < kernel_.end_; ++i)
    if (nodes_[i].level != free_level) ++tables_[kernel_.variable_at_[nodes_[i].level]].count;
  for (Table& t : tables_) {
    t.buckets.assign(std::bit_ceil(std::max<std::size_t>(t.count, 4)), 0);
    live_ += std::exchange(t.count, 0);
  }
  // Sifting gives up long before the graph is four times as large.
  const std::size_t room = std::min(kernel_.end_ + 4 * live_, nodes_.size());
  if (!nodes_.use(room) || !references_.use(room)) throw std::bad_alloc();
  kernel_.reordering_ = true;
  Level l = 0;
  for (std::size_t i = 0; i < order_.size(); ++i) {
    first_level_[i] = l;
    l += static_cast<Level>(order_[i].size);
  }
  fill_tables();
}

void Reordering::fill_tables() {
  references_[0] = 1;  // the constant stays
  for (Edge root : kernel_.roots())
    if (root != no_edge) ++references_[index_of(root)];
  for (Index i = 1; i < kernel_.end_; ++i) {
    Node& n = nodes_[i];
    if (n.level == free_level) continue;
    n.level = kernel_.variable_at_[n.level];
    ++references_[index_of(n.low)];
    ++references_[index_of(n.high)];
    insert(i);
  }
}

Reordering::~Reordering() {
  for (Index i = 1; i < kernel_.end_; ++i)
    if (nodes_[i].level != free_level) nodes_[i].level = kernel_.level_of_[nodes_[i].level];
  kernel_.rebuild(nullptr);
  kernel_.reordering_ = false;
}

std::vector<Reordering::Block> Reordering::blocks() const {
  std::vector<Block> result;
  for (BddVariable v : kernel_.variable_at_) {
    const BddVariable name = kernel_.block_of_[v];
    if (result.empty() || result.back().name != name) result.push_back({name, 0});
    ++result.back().size;
  }
  return result;
}

std::size_t Reordering::bucket(const Table& t, Edge low, Edge high) const {
  const std::uint64_t children = std::uint64_t{high} << 32 | low;
  return (((children ^ children >> 29) * 0x9e3779b97f4a7c15u) >> 32) & (t.buckets.size() - 1);
}

void Reordering::insert(Index i) {
  Node& n = nodes_[i];
  Table& t = tables_[n.level];
  if (++t.count > t.buckets.size()) resize(t, 4 * t.buckets.size());
  Index& first = t.buckets[bucket(t, n.low, n.high)];
  n.next = first;
  first = i;
}

void Reordering::remove(Index i) {
  const Node& n = nodes_[i];
  Table& t = tables_[n.level];
  Index* link = &t.buckets[bucket(t, n.low, n.high)];
  while (*link != i) link = &nodes_[*link].next;
  *link = n.next;
  --t.count;
}

void Reordering::resize(Table& t, std::size_t size) {
  std::vector<Index> old;
  try {
    old.resize(size);
  } catch (const std::bad_alloc&) {
    return;  // longer chains will do
  }
  old.swap(t.buckets);
  for (Index first : old) {
    for (Index i = first, next; i; i = next) {
      next = nodes_[i].next;
      Index& to = t.buckets[bucket(t, nodes_[i].low, nodes_[i].high)];
      nodes_[i].next = to;
      to = i;
    }
  }
}

// With one more reference, which the caller keeps.
Edge Reordering::make(BddVariable v, Edge low, Edge high) {
  if (low == high) {
    ++references_[index_of(low)];
    return low;
  }
  const Edge mark = high & 1;
  low ^= mark;
  high ^= mark;
  const Table& t = tables_[v];
  for (Index i = t.buckets[bucket(t, low, high)]; i; i = nodes_[i].next) {
    if (nodes_[i].low == low && nodes_[i].high == high) {
      ++references_[i];
      return i << 1 | mark;
    }
  }
  const Index i = kernel_.allocate();
  nodes_[i] = {low, high, 0, v};
  WHYNOT_CHECK(references_.use(i + 1), "there should be memory for the nodes that a reordering makes");
  references_[i] = 1;
  ++references_[index_of(low)];
  ++references_[index_of(high)];
  insert(i);
  ++live_;
  return i << 1 | mark;
}

// Takes back a reference; nodes without any are freed, and with them what only they held.
void Reordering::drop(Edge e) {
  dying_.push_back(index_of(e));
  while (!dying_.empty()) {
    const Index i = dying_.back();
    dying_.pop_back();
    if (--references_[i] > 0) continue;
    remove(i);
    Node& n = nodes_[i];
    dying_.push_back(index_of(n.low));
    dying_.push_back(index_of(n.high));
    n.level = free_level;
    n.next = kernel_.free_;
    kernel_.free_ = i;
    ++kernel_.free_count_;
    --live_;
  }
}

// Takes the nodes of x with a child of y out of x's table; a chain of them.
Index Reordering::dependents(BddVariable x, BddVariable y) {
  Index chain = 0;
  Table& t = tables_[x];
  if (t.count == 0) return chain;
  if (t.buckets.size() > 16 * t.count) resize(t, std::bit_ceil(2 * t.count));
  for (Index& first : t.buckets) {
    for (Index* link = &first; *link;) {
      const Index i = *link;
      Node& n = nodes_[i];
      if (nodes_[index_of(n.low)].level != y && nodes_[index_of(n.high)].level != y) {
        link = &n.next;
        continue;
      }
      *link = n.next;
      --t.count;
      n.next = chain;
      chain = i;
    }
  }
  return chain;
}

// A node that asks x first and then y becomes one that asks y first; its function stays.
void Reordering::rewrite(Index i, BddVariable x, BddVariable y) {
  const Edge low = nodes_[i].low, high = nodes_[i].high;
  const auto child = [&](Edge e, bool up) {
    const Node& n = nodes_[index_of(e)];
    if (n.level != y) return e;
    return (up ? n.high : n.low) ^ (e & 1);
  };
  const Edge new_low = make(x, child(low, false), child(high, false));
  // Its high edge is one of an unmarked node, so that no mark comes out.
  const Edge new_high = make(x, child(low, true), child(high, true));
  drop(low);
  drop(high);
  Node& n = nodes_[i];
  n.low = new_low;
  n.high = new_high;
  n.level = y;
  insert(i);
}

void Reordering::swap_levels(Level upper) {
  const BddVariable x = kernel_.variable_at_[upper], y = kernel_.variable_at_[upper + 1];
  for (Index i = dependents(x, y), next; i; i = next) {
    next = nodes_[i].next;
    rewrite(i, x, y);
  }
  std::swap(kernel_.variable_at_[upper], kernel_.variable_at_[upper + 1]);
  std::swap(kernel_.level_of_[x], kernel_.level_of_[y]);
}

// The block at a position and the next one trade places.
void Reordering::swap_blocks(std::size_t upper) {
  const Level at = first_level_[upper];
  const std::size_t a = order_[upper].size, b = order_[upper + 1].size;
  for (std::size_t i = 0; i < b; ++i)
    for (std::size_t j = a; j-- > 0;) swap_levels(static_cast<Level>(at + i + j));
  std::swap(order_[upper], order_[upper + 1]);
  first_level_[upper + 1] = static_cast<Level>(at + b);
}

bool Reordering::stopped() const { return kernel_.context_ && kernel_.context_->should_stop(); }

std::size_t Reordering::move(std::size_t at, std::size_t to, std::size_t& best_at, std::size_t& best_size) {
  while (at != to && !too_large(live_, best_size) && !stopped() && kernel_.affordable(0)) {
    const std::size_t next = at < to ? at + 1 : at - 1;
    swap_blocks(std::min(at, next));
    at = next;
    if (live_ < best_size) {
      best_size = live_;
      best_at = at;
    }
  }
  return at;
}

void Reordering::sift_block(BddVariable name) {
  std::size_t at = 0;
  while (order_[at].name != name) ++at;
  const std::size_t last = order_.size() - 1;
  std::size_t best_at = at, best_size = live_;
  // The nearer end first: the way back is walked twice.
  const bool up_first = at < last - at;
  at = move(at, up_first ? 0 : last, best_at, best_size);
  at = move(at, up_first ? last : 0, best_at, best_size);
  for (; at < best_at; ++at) swap_blocks(at);
  for (; at > best_at; --at) swap_blocks(at - 1);
}

void Reordering::sift() {
  if (order_.size() < 2) return;
  std::vector<std::size_t> weights(tables_.size(), 0);
  for (BddVariable v = 0; v < tables_.size(); ++v) weights[kernel_.block_of_[v]] += tables_[v].count;
  std::vector<Block> by_size = order_;
  std::stable_sort(by_size.begin(), by_size.end(),
                   [&](const Block& a, const Block& b) { return weights[a.name] > weights[b.name]; });
  for (const Block& b : by_size) {
    if (stopped()) return;
    if (weights[b.name] > 0) sift_block(b.name);
  }
}

void Reordering::sort(std::span<const BddVariable> order) {
  for (Level to = 0; to < order.size(); ++to)
    for (Level at = kernel_.level_of_[order[to]]; at > to; --at) swap_levels(at - 1);
}

}  // namespace whynot::solve::bdd
