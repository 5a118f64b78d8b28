// How many traces there are, without listing them: products of sums over heads, where no head that matters
// can come back to itself.  Then every path is loop-free and no call is recursive.
#pragma once
#include <optional>

#include "base/integer.h"
#include "engine/pushdown/distances.h"

namespace whynot::engine::pushdown {

// Traces to a final state through no other one; nothing if loops or recursion make them hard to count, or if
// the number has hundreds of digits.
std::optional<Integer> count_traces(Product&, const Tabulation&, const Distances&);

}  // namespace whynot::engine::pushdown
