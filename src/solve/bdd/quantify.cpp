// Quantification over the variables of a positive cube, alone and together with a conjunction (the
// relational product of Burch, Clarke, Long, McMillan and Dill 1994).
#include <algorithm>

#include "solve/bdd/kernel.h"

namespace whynot::solve::bdd {

Edge Kernel::exists(Edge f, Edge cube) {
  if (is_constant(f)) return f;
  const Level top = level(f);
  while (level(cube) < top) cube = high(cube);
  if (cube == true_edge) return f;
  const Edge known = cache_.find(f, cube, op_exists);
  if (known != no_edge) return known;
  tick();
  Edge r;
  if (level(cube) == top) {
    const Edge f1 = high(f), rest = high(cube);
    r = exists(low(f), rest);
    if (r != true_edge) r = disjoin(r, exists(f1, rest));
  } else {
    const Edge r0 = exists(low(f), cube);
    r = make(top, r0, exists(high(f), cube));
  }
  cache_.store(f, cube, op_exists, r);
  return r;
}

Edge Kernel::and_exists(Edge f, Edge g, Edge cube) {
  if (f == g || g == true_edge) return exists(f, cube);
  if (f == true_edge) return exists(g, cube);
  if (f == false_edge || g == false_edge || f == negate(g)) return false_edge;
  if (f > g) std::swap(f, g);
  const Level lf = level(f), lg = level(g), top = std::min(lf, lg);
  while (level(cube) < top) cube = high(cube);
  if (cube == true_edge) return conjoin(f, g);
  const std::uint32_t key = op_and_exists(cube);
  const Edge known = cache_.find(f, g, key);
  if (known != no_edge) return known;
  tick();
  Edge f0 = f, f1 = f, g0 = g, g1 = g, r;
  if (lf == top) {
    f0 = low(f);
    f1 = high(f);
  }
  if (lg == top) {
    g0 = low(g);
    g1 = high(g);
  }
  const bool quantified = level(cube) == top;
  const Edge rest = quantified ? high(cube) : cube;
  cache_.prefetch(std::min(f1, g1), std::max(f1, g1), op_and_exists(rest));
  if (quantified) {
    r = and_exists(f0, g0, rest);
    if (r != true_edge) r = disjoin(r, and_exists(f1, g1, rest));
  } else {
    const Edge r0 = and_exists(f0, g0, rest);
    r = make(top, r0, and_exists(f1, g1, rest));
  }
  cache_.store(f, g, key, r);
  return r;
}

}  // namespace whynot::solve::bdd
