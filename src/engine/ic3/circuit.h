// The system as IC3 sees it: latches, free bits, and circuits over them.  What a step does is a function of both: where
// the model has a relation rather than a function (TRANS, sets of values), the next value is a function that leaves a
// choice (choices.h), or else a free bit and what the model says of it a condition.  So a step is known once its state
// and its free bits are, and cubes can be lifted.
#pragma once
#include <vector>

#include "encode/unroll.h"
#include "engine/ic3/cube/cube.h"

namespace whynot::engine::ic3 {

class Circuit {
 public:
  // The bit system must outlive this.
  Circuit(encode::BitSystem&, Expr invariant, Context&);

  struct Latch {
    std::size_t variable = 0, bit = 0;  // of the bit system; the least significant first
    solve::Lit current, next;
  };
  const std::vector<Latch>& latches() const { return latches_; }
  const std::vector<bool>& cone() const { return cone_; }
  encode::BitSystem& system() { return system_; }
  Expr invariant() const { return invariant_; }
  // Whether the invariant speaks of transitions: it then fails on a step, not in a state.
  bool leaves() const { return leaves_; }

  solve::Aig& graph() { return unroll_.graph(); }
  const std::vector<std::uint32_t>& free_bits() const { return free_; }  // inputs of the graph that are no latch
  solve::Lit fails() const { return fails_; }
  solve::Lit fails_next() const { return fails_next_; }              // REQUIRES !leaves(): the same of the next state
  const std::vector<solve::Lit>& states() const { return states_; }  // what all states satisfy, by their latches
  const std::vector<solve::Lit>& readings() const { return readings_; }  // the same where free bits have a part in it
  const std::vector<solve::Lit>& steps() const { return steps_; }        // what all steps satisfy

  // What an initial state satisfies, over its own graph.
  encode::Unroll& initial() { return initial_; }
  solve::Lit at_start(std::size_t latch);
  encode::Bits latch_bits(encode::Unroll&, std::size_t frame) const;

 private:
  void find_latches();
  void settle_choices(std::size_t first_of_step, std::uint32_t first_node, Context&);
  void sort_conditions(std::size_t first_of_step);
  std::vector<bool> above_free_bits();

  encode::BitSystem& system_;
  Expr invariant_;
  std::vector<bool> cone_;
  encode::Unroll unroll_, initial_;
  bool leaves_ = false;
  std::vector<Latch> latches_;
  std::vector<solve::Lit> start_;
  std::vector<std::uint32_t> free_;
  solve::Lit fails_, fails_next_;
  std::vector<solve::Lit> states_, readings_, steps_;
};

}  // namespace whynot::engine::ic3
