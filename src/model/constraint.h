// A constraint on whole traces: "there are positions such that these facts hold there", or its negation.
// This is the waist of the workbench (Vick, Kang & Tripakis, Def. 10): classification excludes known
// classes, `--different` excludes the behaviour of known columns, interval analysis pins variables, all by
// asking for the next trace under further constraints.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "expr/expr.h"

namespace whynot {

struct Position {
  std::string name;
  std::optional<std::size_t> fixed;  // a constant position; else it is quantified: "there is a position"
};

struct Order {  // positions[before] + distance <= positions[after]
  std::size_t before = 0, after = 0, distance = 1;
};

struct TraceConstraint {
  std::vector<Position> positions;
  // Boolean expressions over At(x, i), where i is an index into `positions`; all of them hold.  Positions are
  // the steps of the trace, those of a loop once; a fact at a position that the trace does not have is
  // false.  An input at a position is that of the transition that leaves it.
  std::vector<Expr> facts;
  std::vector<Order> order;
  bool negated = false;
};

}  // namespace whynot
