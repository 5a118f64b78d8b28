// Simplification by a care set: the generalised cofactor (Coudert, Berthet and Madre 1989) and its variant
// that keeps variables of the care set out (Coudert and Madre 1990).
#include <algorithm>

#include "solve/bdd/kernel.h"

namespace whynot::solve::bdd {

Edge Kernel::constrain(Edge f, Edge care) {
  if (care == false_edge) return false_edge;
  if (care == true_edge || is_constant(f)) return f;
  if (f == care) return true_edge;
  if (f == negate(care)) return false_edge;
  const Edge mark = f & 1;
  f ^= mark;
  const Edge known = cache_.find(f, care, op_constrain);
  if (known != no_edge) return known ^ mark;
  tick();
  const Level top = std::min(level(f), level(care));
  const Edge care0 = low_at(care, top), care1 = high_at(care, top);
  Edge r;
  if (care0 == false_edge) {
    r = constrain(high_at(f, top), care1);
  } else if (care1 == false_edge) {
    r = constrain(low_at(f, top), care0);
  } else {
    const Edge r0 = constrain(low_at(f, top), care0);
    r = make(top, r0, constrain(high_at(f, top), care1));
  }
  cache_.store(f, care, op_constrain, r);
  return r ^ mark;
}

Edge Kernel::restrict(Edge f, Edge care) {
  if (care == false_edge) return false_edge;
  if (is_constant(f)) return f;
  const Level top = level(f);
  while (level(care) < top) care = disjoin(low(care), high(care));
  if (care == true_edge) return f;
  if (f == care) return true_edge;
  if (f == negate(care)) return false_edge;
  const Edge mark = f & 1;
  f ^= mark;
  const Edge known = cache_.find(f, care, op_restrict);
  if (known != no_edge) return known ^ mark;
  tick();
  const Edge care0 = low_at(care, top), care1 = high_at(care, top);
  Edge r;
  if (care0 == false_edge) {
    r = restrict(high(f), care1);
  } else if (care1 == false_edge) {
    r = restrict(low(f), care0);
  } else {
    const Edge r0 = restrict(low(f), care0);
    r = make(top, r0, restrict(high(f), care1));
  }
  cache_.store(f, care, op_restrict, r);
  return r ^ mark;
}

}  // namespace whynot::solve::bdd
