// Invariants from samples: clauses that no reachable state of a small scope violates, those of them that are inductive
// within the scope, the few that the goal rests on, and one small question for any number of elements.
//
// Weeding out happens where every question is decided (houdini.h).  The solver of unbounded questions sees but the
// lemmas that each step needs; what it does not confirm is dropped, and the rest tried again.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "analyse/falsify/samples/candidates.h"
#include "base/context.h"
#include "model/ots/ots.h"

namespace whynot::analyse::falsify {

// How many kinds of candidates there are to try, cheap ones first.
inline constexpr std::size_t sampling_levels = 5;

// The goal and lemmas that are inductive together, asked afresh of a solver; nothing where none were found.
std::optional<std::vector<whynot::ots::Predicate>> invariant_from_samples(const whynot::ots::Ots&,
                                                                          const whynot::ots::Predicate& goal,
                                                                          std::span<const Samples>, std::size_t level,
                                                                          Context&);

}  // namespace whynot::analyse::falsify
