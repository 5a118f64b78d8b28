// Telling runs apart.  A search gives each behaviour once: what the columns it looks at do along the whole
// run, an infinite one for a lasso.  The same behaviour can be written as many lassos (a loop walked twice, a
// later start), and all of them count as given.
#pragma once
#include <vector>

#include "encode/unroll.h"
#include "engine/goal.h"
#include "model/trace.h"

namespace whynot::engine {

class Behaviour {
 public:
  // What the variables (indices into the bit system) do along the trace.
  Behaviour(const encode::BitSystem&, const Trace&, std::vector<std::size_t> variables);

  std::size_t depth() const { return depth_; }
  bool is_finite() const { return !loop_; }
  // Whether a run agrees with it at positions 0..last.
  solve::Lit agrees(encode::Unroll&, std::size_t last);
  // Whether the run of depth `bound` shows this behaviour.  A finite run shows that of an infinite one if it
  // is the beginning of it; every run shows the finite behaviour that it begins with.
  solve::Lit shown(encode::Unroll&, Goal&, std::size_t bound);
  // Forgets literals of an unrolling that is no more.
  void reset() { agreement_.clear(); }

 private:
  std::size_t step(std::size_t position) const;
  bool same_from(std::size_t a, std::size_t b) const;

  std::vector<std::size_t> variables_;
  std::vector<std::vector<Integer>> codes_;  // by step, of the variables
  std::size_t depth_ = 0;
  std::optional<std::size_t> loop_;
  std::vector<solve::Lit> agreement_;  // up to each position
};

}  // namespace whynot::engine
