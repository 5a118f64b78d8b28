// Keeping house: roots, variables, memory, and what happens when an operation cannot go on.
#include "solve/bdd/kernel.h"

#include <pthread.h>

#include <algorithm>
#include <bit>
#include <exception>
#include <limits>

namespace whynot::solve::bdd {

namespace {
constexpr std::size_t first_cache_size = 1 << 12;
constexpr std::size_t first_collection = 1 << 19;
// Twice what two nested recursions take in a build with sanitizers.
constexpr std::size_t stack_bytes_per_level = 4096;

std::uint64_t or_unlimited(std::uint64_t bytes) {
  return bytes ? bytes : std::numeric_limits<std::uint64_t>::max() / 2;
}
}  // namespace

Kernel::Kernel(const BddOptions& options)
    : cache_(first_cache_size),
      memory_limit_(or_unlimited(options.memory_bytes)),
      cache_limit_(or_unlimited(options.cache_bytes)),
      collect_at_(first_collection),
      first_reorder_(options.first_reorder),
      reorder_at_(options.first_reorder),
      auto_reorder_(options.auto_reorder),
      reorder_patience_(options.reorder_patience) {}

Kernel::~Kernel() {
  WHYNOT_CHECK(roots_.size() == free_roots_.size(), "no handle should be left: the manager outlives its handles");
}

std::uint32_t Kernel::hold(Edge e) {
  if (free_roots_.empty()) {
    // Room for giving it back is made now: whoever lets go may do so because memory ran out.
    if (free_roots_.capacity() <= roots_.size()) free_roots_.reserve(2 * (roots_.size() + 1));
    roots_.push_back(e);
    return static_cast<std::uint32_t>(roots_.size() - 1);
  }
  const std::uint32_t root = free_roots_.back();
  free_roots_.pop_back();
  roots_[root] = e;
  return root;
}

void Kernel::release(std::uint32_t root) {
  roots_[root] = no_edge;
  free_roots_.push_back(root);
}

bool Kernel::add_variable() {
  const auto v = static_cast<BddVariable>(level_of_.size());
  if (v >= BddManager::max_variables) return false;
  level_of_.push_back(v);
  variable_at_.push_back(v);
  block_of_.push_back(v);
  return true;
}

void Kernel::tie(BddVariable first, std::size_t count) {
  WHYNOT_CHECK(first + count <= variable_count(), "the variables to tie should exist");
  std::vector<Level> levels(level_of_.begin() + first, level_of_.begin() + static_cast<std::ptrdiff_t>(first + count));
  std::sort(levels.begin(), levels.end());
  WHYNOT_CHECK(count > 0 && levels.back() - levels.front() + 1 == count, "the variables to tie should be neighbours");
  for (std::size_t i = 0; i < count; ++i) block_of_[first + i] = first;
}

std::uint32_t Kernel::new_substitution_id() {
  if (++last_substitution_ == 0) {
    cache_.clear();
    ++last_substitution_;
  }
  return last_substitution_;
}

void Kernel::poll() {
  ++polls_;
  if (context_ && context_->should_stop()) throw Abort::Stop;
}

// Before each operation nothing but the roots is alive: the time to tidy up.
void Kernel::prepare() {
  if (in_use() >= collect_at_) collect_garbage();
  if (may_reorder() && in_use() >= reorder_at_) {
    collect_garbage();
    if (in_use() >= reorder_at_) reorder();
  }
}

// Whether it makes sense to try again.
bool Kernel::recover(Abort why, Trouble& trouble) {
  try {
    if (why == Abort::Reorder) {
      trouble.reordered_at = in_use();
      reorder();
      reorder_at_ = std::max(reorder_at_, trouble.reordered_at);  // or the next attempt would end here again
      return true;
    }
    if (why == Abort::Memory && !trouble.collected) {
      trouble.collected = true;
      collect_garbage();
      return true;
    }
  } catch (const std::bad_alloc&) {
    why = Abort::Memory;
  }
  failure_ = why == Abort::Stop ? BddFailure::Stopped : BddFailure::Memory;
  return false;
}

// An operation that was given up for a reordering went well in the end.  If it did so in much less space,
// the next one may be given up as early; if not, such sizes are its nature.
void Kernel::settle(const Trouble& trouble) {
  if (in_use() < trouble.reordered_at / 2) reorder_at_ = std::max(first_reorder_, 2 * in_use());
}

// Runs `body`, whose recursion may be too deep for the caller's stack, on a thread with a stack that is
// large enough; memory is taken only as far as it is touched.
Edge Kernel::run_deep(const std::function<Edge()>& body) {
  struct Call {
    const std::function<Edge()>& body;
    Edge result;
    std::exception_ptr thrown;
  } call{body, no_edge, nullptr};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, variable_count() * stack_bytes_per_level);
  pthread_t thread;
  const auto enter = [](void* argument) -> void* {
    auto& mine = *static_cast<Call*>(argument);
    try {
      mine.result = mine.body();
    } catch (...) {
      mine.thrown = std::current_exception();
    }
    return nullptr;
  };
  const int refused = pthread_create(&thread, &attributes, enter, &call);
  pthread_attr_destroy(&attributes);
  if (refused) throw Abort::Memory;
  pthread_join(thread, nullptr);
  if (call.thrown) std::rethrow_exception(call.thrown);
  return call.result;
}

// A node is needed beyond the watermark.  Table and cache grow with the nodes, as far as the memory limit
// lets them; the nodes themselves must fit.
void Kernel::at_watermark() {
  const std::size_t step = std::max<std::size_t>(end_ / 16, 1024);
  if (reordering_) {  // keeps an eye on memory itself, and cannot stop halfway
    WHYNOT_CHECK(end_ < nodes_.size(), "there should be room for the nodes that a reordering makes");
    watermark_ = std::min(end_ + step, nodes_.size());
    WHYNOT_CHECK(nodes_.use(watermark_), "there should be memory for the nodes that a reordering makes");
    return;
  }
  if (may_reorder() && in_use() >= give_up_at_) throw Abort::Reorder;
  if (in_use() >= buckets_.size() && affordable(table_bytes())) grow_table();
  fit_cache();
  if (end_ >= nodes_.size() || !affordable(step * sizeof(Node))) throw Abort::Memory;
  watermark_ = std::min(end_ + step, nodes_.size());
  if (end_ < buckets_.size()) watermark_ = std::min(watermark_, buckets_.size());
  if (nodes_.use(watermark_)) return;
  watermark_ = end_;
  throw Abort::Memory;
}

void Kernel::fit_cache() {
  const std::size_t size = std::bit_floor(std::min<std::uint64_t>(node_bytes(), cache_limit_) / 16);
  if (size > cache_.size() && affordable(size * 16 - cache_.bytes())) cache_.resize(size);
}

void Kernel::note_peak() {
  if (in_use() <= peak_nodes_) return;
  peak_nodes_ = in_use();
  peak_bytes_ = node_bytes() + table_bytes();
}

void Kernel::collect_garbage() {
  note_peak();
  ++collections_;
  MarkBits alive(end_);
  alive.mark(0);
  std::vector<Index> open;
  const auto reach = [&](Edge e) {
    if (alive.mark(index_of(e))) open.push_back(index_of(e));
  };
  for (Edge root : roots_) {
    if (root == no_edge) continue;
    reach(root);
    while (!open.empty()) {  // holds at most one node a level
      const Node n = nodes_[open.back()];
      open.pop_back();
      reach(n.low);
      reach(n.high);
    }
  }
  cache_.sweep(alive);
  rebuild(&alive);
  collect_at_ = std::max(first_collection, in_use() + in_use() / 2);
}

void Kernel::set_memory_limit(std::uint64_t bytes) { memory_limit_ = or_unlimited(bytes); }

void Kernel::set_auto_reorder(bool on) {
  auto_reorder_ = on;
  reorder_at_ = std::max(first_reorder_, in_use());
}

BddStatistics Kernel::statistics() {
  note_peak();
  BddStatistics s;
  s.nodes = in_use();
  s.peak_nodes = peak_nodes_;
  s.peak_bytes = peak_bytes_;
  s.node_bytes = node_bytes();
  s.table_bytes = table_bytes();
  s.cache_bytes = cache_.bytes();
  s.collections = collections_;
  s.reorderings = reorderings_;
  return s;
}

}  // namespace whynot::solve::bdd
