// A set of states in words of the model: an irredundant cover by cubes (Minato & Morreale), each read as
// conditions on variables.
#pragma once
#include "encode/bdd_bits.h"

namespace whynot::engine::symbolic {

// A boolean expression over current variables that is true of the states of the set and of no other state of
// `among`; null when the manager failed.
Expr describe(encode::BddBits&, const encode::Bdd& set, const encode::Bdd& among);

}  // namespace whynot::engine::symbolic
