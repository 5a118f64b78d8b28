// How far a proof is expanded: the main way of it first, what hangs beside it later, within a budget.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "analyse/explain/build/builder.h"

namespace whynot::analyse::explain {

struct Extent {
  std::optional<std::size_t> depth;  // goals this far below the start stay open
  std::size_t budget = 60;           // expansions; facts cost nothing
  std::vector<Expr> stops;           // goals with these formulas stay open
  bool by_size = false;              // what speaks of a large set counts for several expansions
};

// Expands below a goal; how many expansions it took.  A strategy may pick among the leaves.
std::size_t expand_below(Builder&, NodeId from, const Extent&);

// The goals from the root down, in order.
std::vector<NodeId> in_order(const Proof&, NodeId from);

}  // namespace whynot::analyse::explain
