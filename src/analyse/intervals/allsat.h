// All solutions of a circuit, projected on some of its literals, by SAT: a model is found, its assignment of
// the literals is lifted to a cube (what the other bits of the model already force does not matter), the cube
// is excluded, and so on.  The cubes are collected in a decision diagram.  The way out where the diagram of
// the whole circuit is too large while that of its projection is not.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "base/context.h"
#include "solve/aig.h"
#include "solve/bdd.h"

namespace whynot::analyse::intervals {

// The set of values of `shown` for which all of `conditions` can hold, over one variable for each literal.
// Nothing after `limit` cubes, or when the context said stop.
std::optional<solve::Bdd> all_solutions(const solve::Aig&, std::span<const solve::Lit> conditions,
                                        std::span<const solve::Lit> shown,
                                        std::span<const solve::BddVariable> variables, solve::BddManager&,
                                        std::uint64_t limit, Context&);

}  // namespace whynot::analyse::intervals
