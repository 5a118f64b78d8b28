// A state as three words: its cells are the leaves of a tree whose inner nodes are hash-consed, and the three are
// what stands below its root.  A successor differs from its parent in a few cells, so packing it interns only the
// nodes above those.
//
// The collection that changes most is different in almost every state: it stands beside the root, opened, so that
// its first cell, which would be the state's alone, is interned only when somebody looks into the state.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/ots/program.h"
#include "engine/ots/store.h"

namespace whynot::engine::ots {

struct Root {
  Word a = 0, b = 0, c = 0;
  friend bool operator==(const Root&, const Root&) = default;
};

inline std::uint64_t hash_of(Root r) {
  return scatter(((std::uint64_t{r.b} << 32) | r.c) ^ (r.a * 0x9e3779b97f4a7c15u));
}

// A state with the inner nodes of its tree.
struct Unpacked {
  std::vector<Word> cells, nodes;
};

class Packing {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  explicit Packing(const Program&);
  std::uint32_t opened() const { return opened_; }  // the cell whose collection is opened, or none

  Root pack(Cells&, std::span<const Word> cells) const;
  // The successor of a state whose nodes are known; `top` is what the opened cell holds.
  Root pack(Cells&, std::span<const Word> cells, Opened top, const Unpacked& parent, std::vector<Word>& nodes) const;
  void unpack(Cells&, Root, Unpacked&) const;  // throws TableFull

 private:
  using Child = std::int32_t;  // a cell, or ~ an inner node
  static constexpr Child absent = 0x7fffffff;
  struct Node {
    Child left = 0, right = 0;
  };
  Child build(std::span<const std::uint32_t> leaves);
  static Word value(Child child, std::span<const Word> cells, const std::vector<Word>& nodes) {
    if (child == absent) return 0;
    return child >= 0 ? cells[static_cast<std::size_t>(child)] : nodes[static_cast<std::size_t>(~child)];
  }
  Root root_of(std::span<const Word> cells, const std::vector<Word>& nodes, Opened top) const;

  std::vector<Node> nodes_;  // children first
  std::array<Child, 3> below_{absent, absent, absent};
  std::uint32_t opened_ = none;
  std::size_t cells_;
};

}  // namespace whynot::engine::ots
