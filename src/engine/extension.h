// Whether a finite run goes on forever.  LTL speaks of infinite runs, so a finite prefix violates a formula
// only if some infinite run starts with it; where TRANS or INVAR may stop runs, that takes a search of its
// own: a lasso from the last state, of growing depth.
#pragma once
#include <cstddef>
#include <vector>

#include "encode/unroll.h"

namespace whynot::engine {

class Extension {
 public:
  // The bit system and the context must outlive this.
  Extension(encode::BitSystem&, Context&);

  enum class Fate { GoesOn, Doomed, Undecided };
  // Of the state whose bits (those of `state_bits`) have these values.
  Fate fate(const std::vector<bool>& bits);
  // After Doomed: the indices of the bits that alone doom a state, whatever the others are.
  const std::vector<std::size_t>& cause() const { return cause_; }

 private:
  encode::Unroll unroll_;
  std::vector<std::size_t> cause_;
};

// The bits of a frame that determine its state, frozen variables included.
std::vector<solve::Lit> state_bits(encode::Unroll&, std::size_t frame);

}  // namespace whynot::engine
