// A system's part as diagrams under one order of its bits.
#pragma once
#include <memory>
#include <span>

#include "engine/symbolic/fairness.h"
#include "engine/symbolic/space.h"
#include "expr/expr.h"

namespace whynot::engine::symbolic {

struct Drawing {
  std::unique_ptr<BddBits> bits;
  std::unique_ptr<Space> space;
  Fairness fairness;
  std::size_t size = 0;  // nodes of the relation
};

// What is to be drawn.
struct Subject {
  encode::BitSystem& system;
  const std::vector<bool>& cone;
};

// Null, and why, when the context stopped it or the memory (0: any) is not enough.
struct Drawn {
  std::shared_ptr<Drawing> drawing;
  solve::BddFailure failure = solve::BddFailure::None;
};
Drawn draw(const Subject&, std::span<const encode::BitPlace> order, std::uint64_t memory_bytes, Context*);

// A condition that speaks of inputs or of next values.
bool speaks_of_step(const encode::BitSystem&, Expr);

}  // namespace whynot::engine::symbolic
