// The connectives: memoised descent in two or three functions at once (Bryant 1986), with operands brought
// into a standard form first, so that the cache answers more often (Brace, Rudell and Bryant 1990).
#include <algorithm>

#include "solve/bdd/kernel.h"

namespace whynot::solve::bdd {

Edge Kernel::conjoin(Edge f, Edge g) {
  if (f == g) return f;
  if (f == negate(g)) return false_edge;
  if (f > g) std::swap(f, g);
  if (is_constant(f)) return f == true_edge ? g : false_edge;
  const Edge known = cache_.find(f, g, op_and);
  if (known != no_edge) return known;
  tick();
  const Level lf = level(f), lg = level(g), top = std::min(lf, lg);
  Edge f0 = f, f1 = f, g0 = g, g1 = g;
  if (lf == top) {
    f0 = low(f);
    f1 = high(f);
  }
  if (lg == top) {
    g0 = low(g);
    g1 = high(g);
  }
  cache_.prefetch(std::min(f1, g1), std::max(f1, g1), op_and);
  const Edge r0 = conjoin(f0, g0);
  const Edge r1 = conjoin(f1, g1);
  const Edge r = make(top, r0, r1);
  cache_.store(f, g, op_and, r);
  return r;
}

Edge Kernel::exclusive_or(Edge f, Edge g) {
  if (f > g) std::swap(f, g);
  const Edge mark = (f ^ g) & 1;
  f &= ~1u;
  g &= ~1u;
  if (f == g) return false_edge ^ mark;
  if (f == true_edge) return negate(g) ^ mark;
  const Edge known = cache_.find(f, g, op_xor);
  if (known != no_edge) return known ^ mark;
  tick();
  const Level lf = level(f), lg = level(g), top = std::min(lf, lg);
  Edge f0 = f, f1 = f, g0 = g, g1 = g;
  if (lf == top) {
    f0 = low(f);
    f1 = high(f);
  }
  if (lg == top) {
    g0 = low(g);
    g1 = high(g);
  }
  cache_.prefetch(std::min(f1, g1) & ~1u, std::max(f1, g1) & ~1u, op_xor);
  const Edge r0 = exclusive_or(f0, g0);
  const Edge r1 = exclusive_or(f1, g1);
  const Edge r = make(top, r0, r1);
  cache_.store(f, g, op_xor, r);
  return r ^ mark;
}

Edge Kernel::ite(Edge f, Edge g, Edge h) {
  if (is_constant(f)) return f == true_edge ? g : h;
  if (g == h) return g;
  if (is_constant(g) || g == f || g == negate(f))
    return g == true_edge || g == f ? disjoin(f, h) : conjoin(negate(f), h);
  if (is_constant(h) || h == f || h == negate(f))
    return h == false_edge || h == f ? conjoin(f, g) : negate(conjoin(f, negate(g)));
  if (g == negate(h)) return exclusive_or(f, h);
  if (f & 1) {
    f = negate(f);
    std::swap(g, h);
  }
  const Edge mark = g & 1;
  g ^= mark;
  h ^= mark;
  const Edge known = cache_.find(f, g, h);
  if (known != no_edge) return known ^ mark;
  tick();
  const Level top = std::min({level(f), level(g), level(h)});
  const Edge f0 = low_at(f, top), f1 = high_at(f, top), g1 = high_at(g, top), h1 = high_at(h, top);
  const Edge r0 = ite(f0, low_at(g, top), low_at(h, top));
  const Edge r1 = ite(f1, g1, h1);
  const Edge r = make(top, r0, r1);
  cache_.store(f, g, h, r);
  return r ^ mark;
}

// f <= g fails as soon as it fails on one side, and makes no nodes.
bool Kernel::leq(Edge f, Edge g) {
  if (f == g || f == false_edge || g == true_edge) return true;
  if (f == negate(g) || g == false_edge || f == true_edge) return false;
  if (f > negate(g)) {  // f <= g iff not g <= not f
    f = negate(std::exchange(g, negate(f)));
  }
  const Edge known = cache_.find(f, g, op_leq);
  if (known != no_edge) return known == true_edge;
  tick();
  const Level top = std::min(level(f), level(g));
  const bool answer = leq(low_at(f, top), low_at(g, top)) && leq(high_at(f, top), high_at(g, top));
  cache_.store(f, g, op_leq, answer ? true_edge : false_edge);
  return answer;
}

}  // namespace whynot::solve::bdd
