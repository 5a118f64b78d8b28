// Clauses by variable and bit rather than by latch: they mean the same for every property of a system.
#pragma once
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/ic3/circuit.h"
#include "model/query.h"

namespace whynot::engine::ic3 {

using Clause = std::vector<Invariant::Literal>;

class Places {
 public:
  explicit Places(const Circuit&);

  // What excludes the cube.
  Clause clause(const Cube&) const;
  // What the clause excludes; nothing where it speaks of a bit that is no latch of the circuit.
  std::optional<Cube> cube(const Clause&) const;

 private:
  std::vector<Circuit::Latch> latches_;
  std::unordered_map<std::size_t, std::vector<std::size_t>> latch_;  // by variable and bit
};

}  // namespace whynot::engine::ic3
