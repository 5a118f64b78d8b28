// An exhausted search, confirmed: the reachable states within a scope are gone through once more by the concrete
// semantics alone.  Every initial state is among them, every successor of one of them is, and each satisfies the
// predicate.  No symmetry, no compiled guards, no shared terms: nothing of the search is trusted.
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/context.h"
#include "model/ots/ots.h"

namespace whynot::engine::ots {

// For each predicate the reason for doubt, or nothing when it holds in all reachable states.  `from` stands in place of
// the initial states.  `most`: states beyond which it gives up.
std::vector<std::optional<std::string>> doubt_exhaustion(const whynot::ots::Ots&, const whynot::ots::Scope&,
                                                         std::span<const whynot::ots::Predicate>,
                                                         const std::optional<State>& from, std::size_t most, Context&);

}  // namespace whynot::engine::ots
