// Numbers up to a limit as bits of diagrams: how a bounded operator counts steps without a bit for each of them.
#pragma once
#include <cstdint>
#include <vector>

#include "encode/bdd_bits.h"

namespace whynot::engine::symbolic {

using encode::Bdd;

// As functions, the least significant bit first; numbers above the limit never occur.
class CountedSteps {
 public:
  CountedSteps(std::vector<Bdd> bits, std::uint64_t limit) : bits_(std::move(bits)), limit_(limit) {}
  static CountedSteps constant(solve::BddManager&, std::uint64_t value, std::uint64_t limit);
  static std::size_t width(std::uint64_t limit);

  std::uint64_t limit() const { return limit_; }
  const std::vector<Bdd>& bits() const { return bits_; }
  // One more; the limit stays.
  CountedSteps plus_one() const;
  Bdd at_most(std::uint64_t value) const;
  Bdd equals(const CountedSteps&) const;
  // The first where the condition holds, else the second.
  static CountedSteps choose(const Bdd& condition, const CountedSteps& yes, const CountedSteps& no);

 private:
  std::vector<Bdd> bits_;
  std::uint64_t limit_;
};

}  // namespace whynot::engine::symbolic
