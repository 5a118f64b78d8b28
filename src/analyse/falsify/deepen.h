// Search and induction in turn, each turn with twice the effort of the one before, until one of them has an answer or
// both have come to their limits.  The search goes on where it was: no depth is looked at twice.
//
// Efforts are counted, not timed: states for the search, steps for the solver.  A turn of the induction takes about as
// long as one of the search, so that what a search alone finds is found in little more than twice its time, and what
// induction alone proves likewise.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyse/falsify/falsify.h"
#include "model/ots/space.h"

namespace whynot::analyse::falsify {

struct DeepenOptions {
  FalsifyOptions how;                   // its effort is not looked at
  std::optional<std::uint64_t> states;  // that the search of one scope may come to; nothing: as many as there are
  std::optional<std::uint64_t> steps;   // of the solver
  // Where a solver looks for violations, but no search does: scopes that have more of one sort.
  std::vector<whynot::ots::Scope> wider = {};
};

struct Tried {
  std::string what, scope;           // search, within a scope; induction
  std::optional<std::size_t> depth;  // of a search: without a violation
  std::string result;
};

struct Deepened {
  Falsification found;
  std::vector<Tried> tried;
  std::string suggestion;  // when open: what may help
};

// `spaces` look for violations of the goal; the first is also asked about lemmas.
Deepened falsify_deeper(const Ots&, const Predicate& goal, std::span<const Predicate> hints,
                        std::span<const std::unique_ptr<whynot::ots::DeepeningSpace>> spaces, const DeepenOptions&,
                        Context&);

}  // namespace whynot::analyse::falsify
