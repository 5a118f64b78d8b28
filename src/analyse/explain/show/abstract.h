// One witness for all shortest ones (section 6 of the paper): what the states at each step have in common.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analyse/explain/build/builder.h"

namespace whynot::analyse::explain {

struct AbstractWitness {
  struct Step {
    Expr formula;  // a cube of the variables on which all agree, or a cover where that says too little
    Integer states;
  };
  std::vector<Step> steps;
  std::optional<std::size_t> loop;   // the step that the last one leads back to
  std::optional<Integer> witnesses;  // concrete ones; nothing where there are too many states to count them
};

// Along the steps of a proof that follows all states at once (the strategy `largest`); where these end in an EG, along
// the shortest lassos on from there, if no fairness is in the way.
AbstractWitness abstract_witness(Builder&);

}  // namespace whynot::analyse::explain
