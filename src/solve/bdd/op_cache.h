// What operations remember: a direct-mapped table of 16-byte entries, lossy, so that its size is a choice
// and not a need.  The operation is told by the third word: ite takes edges there; the relational product
// sets the top bit; operations of two operands put one of the codes below.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>

#include "solve/bdd/node_store.h"

namespace whynot::solve::bdd {

enum Operation : std::uint32_t {
  op_and = 0xffffff00,
  op_xor,
  op_exists,
  op_constrain,
  op_restrict,
  op_leq,
  op_substitute,  // the second word is a number, not an edge
};
constexpr std::uint32_t op_and_exists(Edge cube) { return cube | 0x80000000; }

class OpCache {
 public:
  explicit OpCache(std::size_t size) { resize(size); }

  std::size_t size() const { return entries_.size(); }
  std::size_t bytes() const { return entries_.bytes(); }

  // The result, or no_edge.
  Edge find(Edge f, Edge g, std::uint32_t h) const {
    const Entry& e = entries_[slot(f, g, h)];
    return e.f == f && e.g == g && e.h == h ? e.result : no_edge;
  }
  void store(Edge f, Edge g, std::uint32_t h, Edge result) { entries_[slot(f, g, h)] = {f, g, h, result}; }
  void prefetch(Edge f, Edge g, std::uint32_t h) const { __builtin_prefetch(&entries_[slot(f, g, h)]); }

  // To a power of two, keeping what it has; stays as it is when there is no memory.
  void resize(std::size_t size);
  void clear();
  // Forgets what speaks of dead nodes.
  void sweep(const MarkBits& alive);

 private:
  // A fresh entry is all zero: ite(true, true, true), which nobody looks up.
  struct alignas(16) Entry {
    Edge f, g;
    std::uint32_t h;
    Edge result;
  };
  std::size_t slot(Edge f, Edge g, std::uint32_t h) const {
    const std::uint64_t pair = std::uint64_t{f} << 32 | g;
    return ((pair ^ pair >> 31) * 0x9e3779b97f4a7c15u + h * 0xc2b2ae3d27d4eb4fu) >> shift_;
  }

  Pages<Entry> entries_;
  unsigned shift_ = 0;
};

}  // namespace whynot::solve::bdd
