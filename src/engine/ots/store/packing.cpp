#include "engine/ots/store/packing.h"

#include <algorithm>

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
  std::array<bool, 3> present{};
  for (std::size_t i = 0; i < parts; ++i) {
    const std::size_t begin = rest.size() * i / parts, end = rest.size() * (i + 1) / parts;
    if ((present[i] = begin < end)) below_[i] = build(std::span(rest).subspan(begin, end - begin));
  }
  for (std::size_t i = 0; i < below_.size(); ++i)
    if (!present[i]) below_[i] = static_cast<std::uint32_t>(words() - 1);
}

std::uint32_t Packing::build(std::span<const std::uint32_t> leaves) {
  if (leaves.size() == 1) return leaves[0];
  const std::uint32_t left = build(leaves.subspan(0, leaves.size() / 2));
  const std::uint32_t right = build(leaves.subspan(leaves.size() / 2));
  nodes_.push_back({left, right});
  return static_cast<std::uint32_t>(cells_ + nodes_.size() - 1);
}

Root Packing::pack(Cells& table, std::span<const Word> cells) const {
  std::vector<Word> all(words(), nil);
  std::copy(cells.begin(), cells.end(), all.begin());
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    all[cells_ + i] = table.intern(all[nodes_[i].left], all[nodes_[i].right]);
  return root_of(all, opened_ != none ? table.open(cells[opened_]) : Opened{});
}

Root Packing::pack(Cells& table, std::span<Word> successor, Opened top, std::span<const Word> parent) const {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const auto [l, r] = nodes_[i];
    const bool same = successor[l] == parent[l] && successor[r] == parent[r];
    successor[cells_ + i] = same ? parent[cells_ + i] : table.intern(successor[l], successor[r]);
  }
  return root_of(successor, top);
}

void Packing::unpack(Cells& table, Root root, std::vector<Word>& out) const {
  const Opened top = unpack_closed(table, root, out);
  if (opened_ != none) out[opened_] = table.close(top);
}

Opened Packing::unpack_closed(const Cells& table, Root root, std::vector<Word>& out) const {
  out.resize(words());
  out[below_[0]] = root.a;
  if (opened_ == none) {
    out[below_[1]] = root.b;
    out[below_[2]] = root.c;
  }
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    const auto [left, right] = table[out[cells_ + i]];
    out[nodes_[i].left] = left;
    out[nodes_[i].right] = right;
  }
  out.back() = nil;
  return {root.b, root.c};
}

}  // namespace whynot::engine::ots
