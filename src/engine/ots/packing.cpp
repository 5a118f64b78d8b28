#include "engine/ots/packing.h"

namespace whynot::engine::ots {

using whynot::ots::SortKind;

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
  for (std::uint32_t c = 0; c < cells_; ++c)
    if (weight(c) > (opened_ != none ? weight(opened_) : 0)) opened_ = c;
  std::vector<std::uint32_t> rest;
  for (std::uint32_t c = 0; c < cells_; ++c)
    if (opened_ != c) rest.push_back(c);
  const std::size_t parts = opened_ != none ? 1 : below_.size();
  for (std::size_t i = 0; i < parts; ++i) {
    const std::size_t begin = rest.size() * i / parts, end = rest.size() * (i + 1) / parts;
    if (begin < end) below_[i] = build(std::span(rest).subspan(begin, end - begin));
  }
}

Packing::Child Packing::build(std::span<const std::uint32_t> leaves) {
  if (leaves.size() == 1) return static_cast<Child>(leaves[0]);
  const Child left = build(leaves.subspan(0, leaves.size() / 2)), right = build(leaves.subspan(leaves.size() / 2));
  nodes_.push_back({left, right});
  return ~static_cast<Child>(nodes_.size() - 1);
}

Root Packing::root_of(std::span<const Word> cells, const std::vector<Word>& nodes, Opened top) const {
  const Word a = value(below_[0], cells, nodes);
  if (opened_ != none) return {a, top.first, top.rest};
  return {a, value(below_[1], cells, nodes), value(below_[2], cells, nodes)};
}

Root Packing::pack(Cells& table, std::span<const Word> cells) const {
  std::vector<Word> ids(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    ids[i] = table.intern(value(nodes_[i].left, cells, ids), value(nodes_[i].right, cells, ids));
  return root_of(cells, ids, opened_ != none ? table.open(cells[opened_]) : Opened{});
}

Root Packing::pack(Cells& table, std::span<const Word> cells, Opened top, const Unpacked& parent,
                   std::vector<Word>& ids) const {
  ids.resize(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const auto [l, r] = nodes_[i];
    const Word left = value(l, cells, ids), right = value(r, cells, ids);
    const bool same = left == value(l, parent.cells, parent.nodes) && right == value(r, parent.cells, parent.nodes);
    ids[i] = same ? parent.nodes[i] : table.intern(left, right);
  }
  return root_of(cells, ids, top);
}

void Packing::unpack(Cells& table, Root root, Unpacked& out) const {
  out.cells.resize(cells_);
  out.nodes.resize(nodes_.size());
  const auto give = [&](Child child, Word w) {
    if (child == absent) return;
    (child >= 0 ? out.cells[static_cast<std::size_t>(child)] : out.nodes[static_cast<std::size_t>(~child)]) = w;
  };
  give(below_[0], root.a);
  if (opened_ != none) {
    out.cells[opened_] = table.close({root.b, root.c});
  } else {
    give(below_[1], root.b);
    give(below_[2], root.c);
  }
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    give(nodes_[i].left, table.first(out.nodes[i]));
    give(nodes_[i].right, table.second(out.nodes[i]));
  }
}

}  // namespace whynot::engine::ots
