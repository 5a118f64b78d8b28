// Literals of a graph as truth values for model/ltl.h.  What lies beyond the end of a finite run counts as false.
#pragma once
#include "solve/aig.h"

namespace whynot::encode {

struct Literals {
  solve::Aig& graph;

  static solve::Lit constant(bool value) { return solve::Aig::constant(value); }
  static solve::Lit unknown() { return constant(false); }
  solve::Lit both(solve::Lit a, solve::Lit b) const { return graph.and_(a, b); }
  solve::Lit either(solve::Lit a, solve::Lit b) const { return graph.or_(a, b); }
};

}  // namespace whynot::encode
