// A cover of a set of states by cubes over *values*: cubes over bits say `cnt = 0 | cnt = 4` where no state with 0 is
// about, and the same of one variable in two cubes.
#pragma once
#include <optional>
#include <vector>

#include "encode/bdd_bits.h"

namespace whynot::engine::symbolic {

// What a cube says of one variable: the values that it may have, by their place in the type.
struct ValueLiteral {
  std::size_t variable = 0;
  std::vector<bool> allowed;
};

// What is said of small variables by their values; of the others by a function of their bits, as it came.
struct ValueCube {
  std::vector<ValueLiteral> literals;  // by ascending variable
  encode::Bdd rest;
  Expr rest_condition;  // the same in words; null where it is true
};

// Whether values of the type are few enough to be gone through one by one.
bool is_small(Type);

// Fewer and shorter cubes that are true of the same states of `among`: values that no state has go, then literals that
// are not needed, then cubes; cubes that differ in one variable become one.  As they came where that takes too many
// questions.  REQUIRES cubes that together are true of exactly the states `set` of `among`.
std::vector<ValueCube> shortened(encode::BddBits&, std::vector<ValueCube>, const encode::Bdd& set,
                                 const encode::Bdd& among);

}  // namespace whynot::engine::symbolic
