// Choices over sets of states that several places make: by rank, by few states, by what runs pass through.
#pragma once
#include <optional>

#include "analyse/explain/strategy/strategy.h"

namespace whynot::analyse::explain {

bool is_same(engine::Oracle&, const engine::StateSet&, const engine::StateSet&);
// At most so many.
std::vector<State> listed(engine::Oracle&, engine::StateSet, std::size_t most);

// The states where a formula is settled in at most so many steps: facts at once, EF, AF and untils by their rank.
// Nothing for other formulas.
std::optional<engine::StateSet> settled_within(const ProofView&, Expr formula, std::size_t steps);
// Each state by the side that settles it sooner; nothing where the sides have no ranks.
std::optional<Division> by_rank(const ProofView&, const Sides&);
// To the side with fewer temporal operators; where they have as many, by rank.
std::optional<Division> by_size(const ProofView&, const Sides&);

// A formula that implies the given one: what it says of runs they do where the wish is true, apart from their start.
Expr throughout(ExprPool&, Expr formula, Expr wish);

// Few of the states that may come next, such that each of `from` has a step to one.  REQUIRES that each has one to some
// state of `next`.
engine::StateSet few(const ProofView&, const engine::StateSet& from, const engine::StateSet& next);

}  // namespace whynot::analyse::explain
