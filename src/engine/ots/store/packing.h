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
#include "engine/ots/store/store.h"

namespace whynot::engine::ots {

struct Root {
  Word a = 0, b = 0, c = 0;
  friend bool operator==(const Root&, const Root&) = default;
};

inline std::uint64_t hash_of(Root r) {
  return scatter(((std::uint64_t{r.b} << 32) | r.c) ^ (r.a * 0x9e3779b97f4a7c15u));
}

class Packing {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  explicit Packing(const Program&);
  std::uint32_t opened() const { return opened_; }  // the cell whose collection is opened, or none

  // A state is unpacked as words: its cells, then the inner nodes of its tree, then a nil for parts that are absent.
  template <class W>
  std::span<W> cells_of(std::span<W> words) const {
    return words.first(cells_);
  }

  Root pack(Cells&, std::span<const Word> cells) const;
  // The nodes of the successor are still its parent's; `top` is what the opened cell holds.
  Root pack(Cells&, std::span<Word> successor, Opened top, std::span<const Word> parent) const;
  void unpack(Cells&, Root, std::vector<Word>& words) const;  // throws TableFull
  // The same without the opened cell, of which nothing is interned: its top, if there is such a cell.
  Opened unpack_closed(const Cells&, Root, std::vector<Word>& words) const;

 private:
  struct Node {
    std::uint32_t left = 0, right = 0;  // among the words
  };
  std::uint32_t build(std::span<const std::uint32_t> leaves);
  std::size_t words() const { return cells_ + nodes_.size() + 1; }
  Root root_of(std::span<const Word> words, Opened top) const {
    const Word a = words[below_[0]];
    return opened_ != none ? Root{a, top.first, top.rest} : Root{a, words[below_[1]], words[below_[2]]};
  }

  std::vector<Node> nodes_;  // children first
  std::array<std::uint32_t, 3> below_{};
  std::uint32_t opened_ = none;
  std::size_t cells_;
};

}  // namespace whynot::engine::ots
