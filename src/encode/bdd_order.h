// The order of the unknowns, read off the model: bits that one condition speaks of should be neighbours.
// Two orders are tried as they are, that of the declarations and that in which the circuits of the next
// values meet their bits, going down depth first (Malik, Wang, Brayton & Sangiovanni-Vincentelli 1988); both
// are then improved by FORCE (Aloul, Markov & Sakallah 2003), which pulls every bit to the middle of what it
// occurs with.  Orders under which the conditions span less are better, as a rule.  Then come two for words.  In
// one, the second to try, numbers that are copied to, compared with or added to each other lie bit by bit, below
// everything else, narrow ones (which choose) above wide ones (among which is chosen).  The other, the last, is
// NuSMV's: inputs first, then all bits by their place in their words.
#pragma once
#include <vector>

#include "encode/bdd_parts.h"

namespace whynot::encode {

// Gates below all conditions together, before the rest of them is left out.  A large memory that every part reads has
// many more; its diagrams would come to nothing, so that an order read off the first conditions is good enough, and
// other engines need not wait for it.
inline constexpr std::size_t most_looked_at = 10'000'000;

// All bits of the variables in the cone that are unknowns, from top to bottom: different orders, the one to
// try first at the front.
std::vector<std::vector<BitPlace>> bdd_orders(const BitSystem&, const std::vector<bool>& cone, const BddParts&,
                                              std::size_t most = most_looked_at);

}  // namespace whynot::encode
