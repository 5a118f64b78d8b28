// Copies circuits from one and-inverter graph into another (or the same) over given literals for the
// inputs; shared parts are copied once, and simplified again on the way.
#pragma once
#include <cstdint>
#include <vector>

#include "solve/aig.h"

namespace whynot::solve {

class Substitution {
 public:
  // Both graphs must outlive this.
  Substitution(const Aig& from, Aig& to) : from_(&from), to_(&to) { set(0, Aig::constant(false)); }

  void set(std::uint32_t input, Lit image);  // of an input of `from`, before anything above it is copied
  bool has(std::uint32_t node) const { return node < image_.size() && image_[node] != unset; }
  // REQUIRES images of all inputs below `l`.
  Lit apply(Lit l);

 private:
  static constexpr std::uint32_t unset = 0xffffffffu;
  Lit image(Lit l) const { return Lit::of(image_[l.node()] >> 1, image_[l.node()] & 1) ^ l.complemented(); }

  const Aig* from_;
  Aig* to_;
  std::vector<std::uint32_t> image_;  // codes of literals
  std::vector<std::uint32_t> stack_;
};

}  // namespace whynot::solve
