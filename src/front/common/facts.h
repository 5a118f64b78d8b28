// Facts about expressions that checks ask for again and again, each computed once per node.
#pragma once
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "expr/expr.h"

namespace whynot::front {

class Facts {
 public:
  enum Bit : std::uint8_t { HasNext = 1, HasInput = 2, HasLtl = 4, HasCtl = 8, HasHazard = 16 };

  bool has(Expr e, Bit bit) { return of(e) & bit; }
  bool is_temporal(Expr e) { return of(e) & (HasLtl | HasCtl); }

  // Both before the expression is asked about.
  void mark_input(Expr variable) { inputs_.insert(variable.id()); }
  void mark_hazard(Expr e) { hazards_.insert(e.id()); }

  // Whether the node stands in an expression that was asked about.
  bool visited(Expr e) const { return e.id() < seen_.size() && seen_[e.id()]; }

 private:
  std::uint8_t of(Expr);

  std::vector<bool> seen_;
  std::vector<std::uint8_t> bits_;
  std::unordered_set<std::uint32_t> inputs_, hazards_;
};

}  // namespace whynot::front
