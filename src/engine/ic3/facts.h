// What proofs have shown of all states that a system reaches, kept for its other properties.
#pragma once
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "base/keep.h"
#include "engine/ic3/places.h"

namespace whynot::engine::ic3 {

// Clauses that together hold at the start and are kept by every step, without the help of any other.
using Fact = std::vector<Clause>;

class Facts {
 public:
  // Those of a system, or of nobody else where nothing is kept.
  static std::shared_ptr<Facts> of(Keep*);

  // One of very many clauses is not worth the time that it would cost others.
  void add(Fact);
  // Those that came after the first so many.
  std::vector<Fact> after(std::size_t first) const;

 private:
  mutable std::mutex mutex_;
  std::vector<Fact> facts_;
};

// Reads them as they come, in the latches of a circuit.
class FactReader {
 public:
  FactReader(std::shared_ptr<Facts> facts, const Circuit& circuit) : facts_(std::move(facts)), places_(circuit) {}

  // Cubes that no run comes to, of facts that speak of these latches only.
  std::vector<Cube> fresh();

 private:
  std::shared_ptr<Facts> facts_;
  Places places_;
  std::size_t read_ = 0;
};

}  // namespace whynot::engine::ic3
