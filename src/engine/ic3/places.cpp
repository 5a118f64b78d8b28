#include "engine/ic3/places.h"

namespace whynot::engine::ic3 {

Places::Places(const Circuit& circuit) : latches_(circuit.latches()) {
  for (std::size_t i = 0; i < latches_.size(); ++i) latch_[latches_[i].variable].push_back(i);  // all bits, in order
}

Clause Places::clause(const Cube& cube) const {
  Clause clause;
  for (Bit bit : cube.bits()) {
    const Circuit::Latch& latch = latches_[latch_of(bit)];
    clause.push_back({latch.variable, latch.bit, !value_of(bit)});
  }
  return clause;
}

std::optional<Cube> Places::cube(const Clause& clause) const {
  std::vector<Bit> bits;
  for (const Invariant::Literal& literal : clause) {
    const auto found = latch_.find(literal.variable);
    if (found == latch_.end()) return std::nullopt;
    bits.push_back(bit_of(found->second[literal.bit], !literal.value));
  }
  return Cube(std::move(bits));
}

}  // namespace whynot::engine::ic3
