// What stands behind a BddManager: the node store, the operation cache, the order, the roots that handles
// hold, and the recursive operations on bare edges.
//
// Operations recurse without reference counts: nothing is collected while one runs, only before it starts.
// When a recursion cannot go on it throws Abort, which run() catches; no exception leaves this room.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "base/check.h"
#include "solve/bdd.h"
#include "solve/bdd/node_store.h"
#include "solve/bdd/op_cache.h"

namespace whynot::solve::bdd {

enum class Abort { Memory, Stop, Reorder };

class Kernel final : public NodeStore {
 public:
  explicit Kernel(const BddOptions&);
  ~Kernel() override;

  // --- The boundary.  Runs an operation to its result; no_edge, and failed, if it cannot be had.  The
  // operation may be run twice: after a collection, or under a new order.
  template <class Body>
  Edge run(Body&& body) {
    return run_guarded([&] { return variable_count() <= shallow_levels ? body() : run_deep(body); });
  }
  // The same for what does not recurse.
  template <class Body>
  Edge run_flat(Body&& body) {
    return run_guarded(body);
  }

  void watch(Context* context) { context_ = context; }
  BddFailure failure() const { return failure_; }
  void fail(BddFailure why) { failure_ = why; }
  bool stopped() {
    if (context_ && context_->look() != Stop::None) fail(BddFailure::Stopped);
    return failure_ != BddFailure::None;
  }

  // --- Roots: edges that handles hold.  Constants need no root.
  std::uint32_t hold(Edge);
  void release(std::uint32_t root);
  std::span<const Edge> roots() const { return roots_; }  // no_edge where nobody holds

  // --- Variables
  bool add_variable();
  std::size_t variable_count() const { return level_of_.size(); }
  Level level_of(BddVariable v) const { return level_of_[v]; }
  BddVariable variable_at(Level l) const { return variable_at_[l]; }
  void tie(BddVariable first, std::size_t count);
  std::uint32_t new_substitution_id();

  // --- Operations, to be called within run().  Operands are edges of this kernel.
  Edge literal(BddLiteral l) {
    return make(level_of_[l.variable], false_edge, true_edge) ^ static_cast<Edge>(!l.positive);
  }
  Edge cube(std::vector<BddLiteral>);
  Edge conjoin(Edge f, Edge g);
  Edge disjoin(Edge f, Edge g) { return negate(conjoin(negate(f), negate(g))); }
  Edge exclusive_or(Edge f, Edge g);
  Edge ite(Edge f, Edge g, Edge h);
  bool leq(Edge f, Edge g);
  Edge exists(Edge f, Edge cube);
  Edge and_exists(Edge f, Edge g, Edge cube);
  Edge constrain(Edge f, Edge care);
  Edge restrict(Edge f, Edge care);
  Edge substitute(Edge f, std::span<const std::pair<BddVariable, Edge>> functions, std::uint32_t id);
  Edge pick_minterm(Edge f, Edge cube);

  // --- Memory and order
  void collect_garbage();
  // Sifts, or sorts into `order` if one is given.  False if memory does not allow it.
  bool reorder(std::span<const BddVariable> order = {});
  bool keeps_blocks(std::span<const BddVariable> order) const;
  void set_memory_limit(std::uint64_t bytes);
  void set_auto_reorder(bool on);
  void fix_order() { ++order_fixed_; }
  void unfix_order() { --order_fixed_; }
  BddStatistics statistics();

 private:
  friend class Reordering;

  void at_watermark() override;
  void poll() override;

  bool may_reorder() const { return auto_reorder_ && order_fixed_ == 0 && has_earned_reordering(); }
  bool has_earned_reordering() const {
    return polls_ * polling_interval >= reorder_patience_ * in_use() * variable_count();
  }
  void note_peak();
  void prepare();
  struct Trouble {  // of one operation
    bool collected = false;
    std::size_t reordered_at = 0;  // nodes in use when it was given up for a reordering
  };
  bool recover(Abort, Trouble&);
  void settle(const Trouble&);
  template <class Body>
  Edge run_guarded(Body&& body);
  Edge run_deep(const std::function<Edge()>& body);
  std::size_t bytes() const { return node_bytes() + table_bytes() + cache_.bytes(); }
  bool affordable(std::size_t more) const { return bytes() + more <= memory_limit_; }
  void fit_cache();
  Edge substitute_below(Edge f);

  // Managers with no more levels than this recurse on the caller's stack.
  static constexpr std::size_t shallow_levels = 4096;

  OpCache cache_;
  std::vector<Edge> roots_;
  std::vector<std::uint32_t> free_roots_;
  std::vector<Level> level_of_;
  std::vector<BddVariable> variable_at_;
  std::vector<BddVariable> block_of_;  // the first variable of the block

  struct {  // of the substitute() under way
    std::vector<Edge> function_at;
    Level last = 0;
    std::uint32_t id = 0;
  } substitution_;
  std::uint32_t last_substitution_ = 0;

  Context* context_ = nullptr;
  BddFailure failure_ = BddFailure::None;
  std::uint64_t memory_limit_, cache_limit_;
  std::size_t collect_at_, first_reorder_, reorder_at_, give_up_at_ = 0;
  bool auto_reorder_, reordering_ = false;
  std::size_t reorder_patience_;
  std::uint64_t polls_ = 0;      // since the last reordering
  std::size_t order_fixed_ = 0;  // how many ask for it
  std::size_t peak_nodes_ = 0, peak_bytes_ = 0, collections_ = 0, reorderings_ = 0;
};

template <class Body>
Edge Kernel::run_guarded(Body&& body) {
  if (failure_ != BddFailure::None) return no_edge;
  Trouble trouble;
  for (;;) {
    try {
      prepare();
      give_up_at_ = 2 * reorder_at_;
      const Edge result = body();
      if (trouble.reordered_at) settle(trouble);
      return result;
    } catch (Abort why) {
      if (!recover(why, trouble)) return no_edge;
    } catch (const std::bad_alloc&) {
      if (!recover(Abort::Memory, trouble)) return no_edge;
    }
  }
}

}  // namespace whynot::solve::bdd
