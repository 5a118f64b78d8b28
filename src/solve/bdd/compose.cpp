// Functions for variables, all at once.  Where every replacement is a variable that keeps its place between
// its neighbours, as in renaming next to current, this is a plain copy of the graph.
#include <algorithm>

#include "solve/bdd/kernel.h"

namespace whynot::solve::bdd {

Edge Kernel::substitute(Edge f, std::span<const std::pair<BddVariable, Edge>> functions, std::uint32_t id) {
  if (functions.empty()) return f;
  substitution_.id = id;
  substitution_.last = 0;
  substitution_.function_at.assign(variable_count(), no_edge);
  for (const auto& [variable, function] : functions) {
    const Level l = level_of_[variable];
    substitution_.function_at[l] = function;
    substitution_.last = std::max(substitution_.last, l);
  }
  return substitute_below(f);
}

Edge Kernel::substitute_below(Edge f) {
  if (level(f) > substitution_.last) return f;
  const Edge mark = f & 1;
  f ^= mark;
  const Edge known = cache_.find(f, substitution_.id, op_substitute);
  if (known != no_edge) return known ^ mark;
  tick();
  const Level top = level(f);
  const Edge r0 = substitute_below(low(f));
  const Edge r1 = substitute_below(high(f));
  Edge function = substitution_.function_at[top];
  if (function == no_edge) function = make(top, false_edge, true_edge);
  const bool is_variable = low(function) == false_edge && high(function) == true_edge;
  const Level target = level(function);
  const bool in_order = is_variable && target < level(r0) && target < level(r1);
  const Edge r = in_order ? make(target, r0, r1) : ite(function, r1, r0);
  cache_.store(f, substitution_.id, op_substitute, r);
  return r ^ mark;
}

}  // namespace whynot::solve::bdd
