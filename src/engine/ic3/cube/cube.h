// Sets of states as conjunctions of bits, and the clauses that exclude them.
#pragma once
#include <cstdint>
#include <vector>

namespace whynot::engine::ic3 {

// A latch with a value: twice its number, plus one where it is FALSE.
using Bit = std::uint32_t;

inline Bit bit_of(std::size_t latch, bool value) { return static_cast<Bit>(latch * 2 + !value); }
inline std::size_t latch_of(Bit bit) { return bit >> 1; }
inline bool value_of(Bit bit) { return (bit & 1) == 0; }

// The states that have all of these bits; without any, all states.  Bits are sorted, one at most for each latch.
class Cube {
 public:
  Cube() = default;
  explicit Cube(std::vector<Bit> bits);

  const std::vector<Bit>& bits() const { return bits_; }
  std::size_t size() const { return bits_.size(); }
  bool has(Bit) const;
  // Whether every state of `other` is one of this.
  bool contains(const Cube& other) const;
  Cube without(Bit) const;
  Cube common_with(const Cube&) const;  // the bits of both: the smallest cube around them

  friend bool operator==(const Cube& a, const Cube& b) { return a.bits_ == b.bits_; }

 private:
  std::vector<Bit> bits_;
  std::uint64_t signature_ = 0;  // a bit for each literal, modulo 64: a quick "no" for contains
};

}  // namespace whynot::engine::ic3
