#include "solve/gates.h"

namespace whynot::solve {

// !(c a) !(!c b) is if c then !a else !b.
std::optional<Choice> choice_of(const Aig& aig, std::uint32_t node) {
  const Lit p = aig.left(node), q = aig.right(node);
  if (!p.complemented() || !q.complemented() || !aig.is_and(p.node()) || !aig.is_and(q.node())) return std::nullopt;
  const Lit ps[] = {aig.left(p.node()), aig.right(p.node())}, qs[] = {aig.left(q.node()), aig.right(q.node())};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      if (ps[i] == !qs[j]) return Choice{ps[i], !ps[1 - i], !qs[1 - j]};
  return std::nullopt;
}

}  // namespace whynot::solve
