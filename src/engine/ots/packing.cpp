#include "engine/ots/packing.h"

#include <optional>

namespace whynot::engine::ots {

using whynot::ots::SortKind;

// The collection that changes most is different in almost every state: it stands alone beside the root, so that
// the rest is shared by many.
Packing::Packing(const Program& program) : cells_(program.cells()) {
  const auto weight = [&](std::uint32_t cell) {
    switch (program.ots().sorts[program.cell_sort(cell)].kind) {
      case SortKind::Bag: return 4;
      case SortKind::List: return 3;
      case SortKind::Map: return 2;
      case SortKind::Set: return 1;
      default: return 0;
    }
  };
  std::optional<std::uint32_t> alone;
  for (std::uint32_t c = 0; c < cells_; ++c)
    if (weight(c) > (alone ? weight(*alone) : 0)) alone = c;
  std::vector<std::uint32_t> rest;
  for (std::uint32_t c = 0; c < cells_; ++c)
    if (alone != c) rest.push_back(c);
  if (alone && !rest.empty()) {
    const std::int32_t left = build(rest);
    nodes_.push_back({left, static_cast<std::int32_t>(*alone)});
  } else if (cells_ > 1) {
    build(rest);
  }
}

std::int32_t Packing::build(std::span<const std::uint32_t> leaves) {
  if (leaves.size() == 1) return static_cast<std::int32_t>(leaves[0]);
  const std::int32_t left = build(leaves.subspan(0, leaves.size() / 2)),
                     right = build(leaves.subspan(leaves.size() / 2));
  nodes_.push_back({left, right});
  return ~static_cast<std::int32_t>(nodes_.size() - 1);
}

Root Packing::pack(Cells& table, std::span<const Word> cells) const {
  if (nodes_.empty()) return cells.empty() ? 0 : cells[0];
  std::vector<Word> ids(nodes_.size());
  const auto value = [&](std::int32_t child) {
    return child >= 0 ? cells[static_cast<std::size_t>(child)] : ids[static_cast<std::size_t>(~child)];
  };
  for (std::size_t i = 0; i + 1 < nodes_.size(); ++i)
    ids[i] = table.intern(value(nodes_[i].left), value(nodes_[i].right));
  return (Root{value(nodes_.back().left)} << 32) | value(nodes_.back().right);
}

Root Packing::pack(Cells& table, std::span<const Word> cells, const Unpacked& parent, std::vector<Word>& ids) const {
  if (nodes_.empty()) return cells.empty() ? 0 : cells[0];
  ids.resize(nodes_.size());
  const auto value = [&](std::int32_t child) {
    return child >= 0 ? cells[static_cast<std::size_t>(child)] : ids[static_cast<std::size_t>(~child)];
  };
  const auto old = [&](std::int32_t child) {
    return child >= 0 ? parent.cells[static_cast<std::size_t>(child)] : parent.nodes[static_cast<std::size_t>(~child)];
  };
  for (std::size_t i = 0; i + 1 < nodes_.size(); ++i) {
    const Word left = value(nodes_[i].left), right = value(nodes_[i].right);
    ids[i] = left == old(nodes_[i].left) && right == old(nodes_[i].right) ? parent.nodes[i] : table.intern(left, right);
  }
  return (Root{value(nodes_.back().left)} << 32) | value(nodes_.back().right);
}

void Packing::unpack(const Cells& table, Root root, Unpacked& out) const {
  out.cells.resize(cells_);
  out.nodes.resize(nodes_.size());
  if (nodes_.empty()) {
    if (cells_) out.cells[0] = static_cast<Word>(root);
    return;
  }
  const auto give = [&](std::int32_t child, Word w) {
    (child >= 0 ? out.cells[static_cast<std::size_t>(child)] : out.nodes[static_cast<std::size_t>(~child)]) = w;
  };
  give(nodes_.back().left, static_cast<Word>(root >> 32));
  give(nodes_.back().right, static_cast<Word>(root));
  for (std::size_t i = nodes_.size() - 1; i-- > 0;) {
    give(nodes_[i].left, table.first(out.nodes[i]));
    give(nodes_[i].right, table.second(out.nodes[i]));
  }
}

}  // namespace whynot::engine::ots
