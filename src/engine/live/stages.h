// From the clauses that a counter proves to a certificate without it: a state belongs to the last stage whose number
// the clauses allow in it.  No step leads to a smaller number, and one that keeps the promise of its number to a larger
// one.
#pragma once
#include <vector>

#include "check/certificate.h"
#include "engine/ic3/places.h"
#include "engine/live/product.h"

namespace whynot::engine::live {

// The clauses speak of the variables of the product and, after them, of the counter's.
check::Certificate stages_of(const Product&, const std::vector<ic3::Clause>&, std::size_t k);

}  // namespace whynot::engine::live
