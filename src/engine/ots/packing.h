// A state as one pair of words: its cells are the leaves of a tree whose inner nodes are hash-consed.  A successor
// differs from its parent in a few cells, so packing it interns only the nodes above those.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "engine/ots/program.h"
#include "engine/ots/store.h"

namespace whynot::engine::ots {

using Root = std::uint64_t;

// A state with the inner nodes of its tree.
struct Unpacked {
  std::vector<Word> cells, nodes;
};

class Packing {
 public:
  explicit Packing(const Program&);

  Root pack(Cells&, std::span<const Word> cells) const;
  // The successor of a state whose nodes are known.
  Root pack(Cells&, std::span<const Word> cells, const Unpacked& parent, std::vector<Word>& nodes) const;
  void unpack(const Cells&, Root, Unpacked&) const;

 private:
  struct Node {
    std::int32_t left = 0, right = 0;  // a cell, or ~ an inner node
  };
  std::int32_t build(std::span<const std::uint32_t> leaves);

  std::vector<Node> nodes_;  // children first; the last one is the root and is not interned
  std::size_t cells_;
};

}  // namespace whynot::engine::ots
