// Questions about a function that one pass over its nodes answers.
#pragma once
#include <cstddef>
#include <vector>

#include "base/check.h"
#include "base/integer.h"
#include "solve/bdd/node_store.h"

namespace whynot::solve::bdd {

std::vector<Level> support_levels(const NodeStore&, Edge);  // ascending
Integer sat_count(const NodeStore&, Edge, std::size_t variables);
double sat_count_double(const NodeStore&, Edge, std::size_t variables);

}  // namespace whynot::solve::bdd
