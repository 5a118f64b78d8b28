// LTL over an explicit graph by the tableau construction (Lichtenstein & Pnueli; Clarke, Grumberg & Hamaguchi):
// each node of the graph is paired with a guess of the elementary subformulas (what will be true next, what
// was true before); a run violates the formula iff a fair cycle of the product is reachable from a consistent
// start.  Justice and compassion are solved by removing what a component cannot keep its promise on.
#pragma once
#include <optional>
#include <string>

#include "base/context.h"
#include "engine/explicit/graph.h"
#include "model/query.h"

namespace whynot::engine {

struct LtlSearch {
  enum class Answer { Found, None, Stopped } answer = Answer::None;
  Trace trace;         // when Found: a lasso on which the formula is true
  std::string reason;  // when Stopped
};

// A fair run of the graph from an initial state on which `formula` holds.  Fairness: `justice` and
// `compassion` of the system.
LtlSearch find_run(const TransitionSystem&, const Graph&, std::shared_ptr<const Signature>, Expr formula, Context&);

}  // namespace whynot::engine
