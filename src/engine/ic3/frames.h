// Frames F_1, F_2, …: F_i contains all states that i steps reach, or fewer.  Each clause is kept once, in the last
// frame that it is known of: F_i consists of the clauses of the frames from i on.  Clauses are written as the cubes
// that they exclude.
#pragma once
#include <vector>

#include "engine/ic3/queries.h"

namespace whynot::engine::ic3 {

using Lemmas = std::vector<std::vector<Cube>>;  // by frame; the first has none: it is what is initial

class Frames {
 public:
  explicit Frames(Queries& queries) : queries_(queries) {}

  std::size_t top() const { return lemmas_.size() - 1; }
  void open();  // one more, with all states
  const std::vector<Cube>& only(std::size_t level) const { return lemmas_[level]; }
  const Lemmas& lemmas() const { return lemmas_; }
  std::vector<Cube> all(std::size_t level) const;

  // Whether a single clause of the frame excludes the whole cube.
  bool excludes(const Cube&, std::size_t level) const;
  // From now on F_level excludes the cube, as F_{known} and those before it do already.  Weaker clauses go.
  void exclude(const Cube&, std::size_t level, std::size_t known = 0);
  // From now on no frame but the first has a state of the cube: no run comes to one.
  void exclude_everywhere(const Cube&);
  const std::vector<Cube>& nowhere() const { return nowhere_; }
  // Solvers keep clauses that were replaced by stronger ones; those that keep too many begin again.
  void refresh();

 private:
  Queries& queries_;
  Lemmas lemmas_{1};
  std::vector<Cube> nowhere_;  // excluded from all
};

}  // namespace whynot::engine::ic3
