// Walking the graph without recursion: the nodes below some edges, numbered densely, so that results per
// node live in plain vectors.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "solve/bdd/node_store.h"

namespace whynot::solve::bdd {

class NodeList {
 public:
  NodeList(const NodeStore&, std::span<const Edge> roots);

  // Children before parents; the constant is left out.
  const std::vector<Index>& nodes() const { return nodes_; }
  std::size_t size() const { return nodes_.size(); }
  // 0 for the constant, i + 1 for nodes()[i].  REQUIRES a node of the list.
  std::size_t number(Index) const;

 private:
  struct Slot {
    Index node = 0;  // 0: empty
    std::uint32_t number = 0;
  };
  std::size_t slot(Index node) const;
  bool add(Index node);
  void grow();

  std::vector<Index> nodes_;
  std::vector<Slot> slots_;  // open addressing, a power of two
  std::size_t used_ = 0;
};

}  // namespace whynot::solve::bdd
