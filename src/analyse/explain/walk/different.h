// Several counterexamples at once: those that differ in what they prove.  Two differ when they use another side
// of a disjunction, or when the loops of an EG goal take other sets of values in the observed columns; loops
// are found class by class, never listed one by one.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "analyse/explain/strategy/strategy.h"

namespace whynot::analyse::explain {

struct Variant {
  std::string label;                   // "a loop with floor = 1, 2"; empty where there is but one
  std::unique_ptr<Strategy> strategy;  // leads the proof there
};

struct Variants {
  std::vector<Variant> all;
  bool complete = true;
};

// For a formula that holds in some of the initial states.
Variants variants_of(const TransitionSystem&, engine::Oracle&, Expr goal, const std::vector<Expr>& observed);

}  // namespace whynot::analyse::explain
