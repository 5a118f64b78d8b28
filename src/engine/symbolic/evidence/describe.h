// A set of states in words of the model: an irredundant cover by cubes (Minato & Morreale), each read as
// conditions on variables; or, node by node, as its diagram.
#pragma once
#include "encode/bdd_bits.h"

namespace whynot::engine::symbolic {

// A boolean expression over current variables that is true of exactly the states of the set, as large as its
// diagram; null when the manager failed.
Expr expression(encode::BddBits&, const encode::Bdd& set);

// One that is true of the states of the set and of no other state of `among`; as few cubes, or where there
// would be many, as an expression like the one above.
Expr describe(encode::BddBits&, const encode::Bdd& set, const encode::Bdd& among);

}  // namespace whynot::engine::symbolic
