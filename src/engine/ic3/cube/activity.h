// Which bits matter: those that lemmas were made of, the recent ones more.  Generalisation drops the others first, and
// questions assume the active ones first, so that answers rest on them.
#pragma once
#include <vector>

#include "engine/ic3/circuit.h"

namespace whynot::engine::ic3 {

class Activity {
 public:
  explicit Activity(const std::vector<Circuit::Latch>&);

  void bump(const Cube& lemma);
  bool has(Bit bit) const { return value_[bit] > 0; }  // whether a lemma speaks of it
  // The most active first; among equals the bits of a word stay together, the most significant first.
  std::vector<Bit> most_active_first(const Cube&) const;
  std::vector<Bit> least_active_first(const Cube&) const;

 private:
  std::vector<double> value_;      // by bit
  std::vector<std::size_t> rank_;  // by latch: its place in the order of words
  double increment_ = 1;
};

}  // namespace whynot::engine::ic3
