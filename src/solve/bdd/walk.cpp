#include "solve/bdd/walk.h"

#include <utility>

namespace whynot::solve::bdd {

NodeList::NodeList(const NodeStore& store, std::span<const Edge> roots) : slots_(16) {
  std::vector<std::pair<Index, bool>> open;  // with true: its children were put above it
  for (Edge root : roots) {
    open.emplace_back(index_of(root), false);
    while (!open.empty()) {
      const auto [i, children_done] = open.back();
      if (children_done || !add(i)) {
        open.pop_back();
        if (!children_done) continue;
        nodes_.push_back(i);
        slots_[slot(i)].number = static_cast<std::uint32_t>(nodes_.size());
        continue;
      }
      open.back().second = true;
      const Node& n = store.node(i << 1);
      open.emplace_back(index_of(n.high), false);
      open.emplace_back(index_of(n.low), false);
    }
  }
}

std::size_t NodeList::number(Index node) const { return node == 0 ? 0 : slots_[slot(node)].number; }

// Where the node is, or belongs.
std::size_t NodeList::slot(Index node) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = (node * std::uint64_t{0x9e3779b97f4a7c15u} >> 32) & mask;
  while (slots_[at].node != 0 && slots_[at].node != node) at = (at + 1) & mask;
  return at;
}

bool NodeList::add(Index node) {
  if (node == 0) return false;
  const std::size_t at = slot(node);
  if (slots_[at].node == node) return false;
  slots_[at].node = node;
  if (2 * ++used_ > slots_.size()) grow();
  return true;
}

void NodeList::grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  for (const Slot& s : old)
    if (s.node != 0) slots_[slot(s.node)] = s;
}

}  // namespace whynot::solve::bdd
