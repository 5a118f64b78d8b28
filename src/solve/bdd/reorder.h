// Changing the order of the variables in place.  While it lasts, nodes carry variables instead of levels,
// each variable has a table of its own, and nodes are counted by the edges that lead to them, so that two
// neighbouring variables can trade places by looking at their own nodes only (Rudell 1993).  Every node
// index keeps its function throughout.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "solve/bdd/kernel.h"

namespace whynot::solve::bdd {

class Reordering {
 public:
  // REQUIRES that garbage was just collected.
  explicit Reordering(Kernel&);
  ~Reordering();  // back to levels and one table

  // Moves every block, the largest first, to where the graph is smallest.
  void sift();
  // REQUIRES a permutation that keeps blocks together.
  void sort(std::span<const BddVariable> order);

 private:
  struct Table {
    std::vector<Index> buckets;  // a power of two
    std::size_t count = 0;
  };
  struct Block {
    BddVariable name;
    std::size_t size;
  };

  void fill_tables();
  std::vector<Block> blocks() const;

  std::size_t bucket(const Table&, Edge low, Edge high) const;
  void insert(Index);
  void remove(Index);
  void resize(Table&, std::size_t size);
  Edge make(BddVariable, Edge low, Edge high);
  void drop(Edge);
  Index dependents(BddVariable x, BddVariable y);
  void rewrite(Index, BddVariable x, BddVariable y);

  void swap_levels(Level upper);
  void swap_blocks(std::size_t upper);
  void sift_block(BddVariable name);
  // Moves the block at position `at` one position at a time until `to`; stops when the graph grows too much.
  // Returns the position reached; notes the best one.
  std::size_t move(std::size_t at, std::size_t to, std::size_t& best_at, std::size_t& best_size);
  bool stopped() const;

  Kernel& kernel_;
  GrowingPages<Node>& nodes_;
  std::vector<Table> tables_;               // by variable
  GrowingPages<std::uint32_t> references_;  // by node
  std::vector<Index> dying_;
  std::vector<Block> order_;        // top to bottom
  std::vector<Level> first_level_;  // by position in order_
  std::size_t live_ = 0;
};

}  // namespace whynot::solve::bdd
