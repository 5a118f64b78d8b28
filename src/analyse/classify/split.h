// A class as an automaton reads it: what it says of each position alone, the gaps between positions, and what
// ties the values of several positions together.  Order that stands inside a user's predicate (`i < j & …`) is
// taken out of it.
#pragma once
#include <optional>
#include <vector>

#include "analyse/classify/facts/facts.h"

namespace whynot::analyse::classify {

struct Tie {  // a condition over At(x, n), where n is the n-th of the positions
  Expr body;
  std::vector<PositionId> at;
};

struct SplitClass {
  std::size_t positions = 0;
  std::vector<std::vector<Expr>> alone;  // by position: conditions over At(x, 0)
  std::vector<Fact> gaps;
  std::vector<Tie> ties;
};

// Nothing where a predicate speaks of the numbers of positions in another way, of the last one, or of a loop.
std::optional<SplitClass> split(const Vocabulary&, const TraceClass&);

}  // namespace whynot::analyse::classify
