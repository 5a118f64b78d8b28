#include "engine/symbolic/counter.h"

#include <bit>

namespace whynot::engine::symbolic {

std::size_t CountedSteps::width(std::uint64_t limit) { return static_cast<std::size_t>(std::bit_width(limit)); }

CountedSteps CountedSteps::constant(solve::BddManager& manager, std::uint64_t value, std::uint64_t limit) {
  std::vector<Bdd> bits;
  for (std::size_t i = 0; i < width(limit); ++i) bits.push_back(manager.constant((value >> i & 1) != 0));
  return {std::move(bits), limit};
}

Bdd CountedSteps::at_most(std::uint64_t value) const {
  Bdd less_or_same = bits_[0] | !bits_[0];
  for (std::size_t i = 0; i < bits_.size(); ++i)
    less_or_same = (value >> i & 1) ? (!bits_[i] | less_or_same) : less_or_same - bits_[i];
  return less_or_same;
}

CountedSteps CountedSteps::plus_one() const {
  const Bdd grows = at_most(limit_ - 1);
  Bdd carry = grows;
  std::vector<Bdd> sum;
  for (const Bdd& bit : bits_) {
    sum.push_back(bit ^ carry);
    carry &= bit;
  }
  return {std::move(sum), limit_};
}

Bdd CountedSteps::equals(const CountedSteps& other) const {
  Bdd same = bits_[0].iff(other.bits_[0]);
  for (std::size_t i = 1; i < bits_.size(); ++i) same &= bits_[i].iff(other.bits_[i]);
  return same;
}

CountedSteps CountedSteps::choose(const Bdd& condition, const CountedSteps& yes, const CountedSteps& no) {
  std::vector<Bdd> bits;
  for (std::size_t i = 0; i < yes.bits_.size(); ++i) bits.push_back(condition.ite(yes.bits_[i], no.bits_[i]));
  return {std::move(bits), yes.limit_};
}

}  // namespace whynot::engine::symbolic
