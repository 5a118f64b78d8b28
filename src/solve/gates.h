// Gates of and-inverter graphs that are more than one AND.
#pragma once
#include <optional>

#include "solve/aig.h"

namespace whynot::solve {

// The node is TRUE where `then` is and the condition holds, and where `otherwise` is and it does not.
struct Choice {
  Lit condition, then, otherwise;
};

// Exclusive or is the choice between a literal and its complement.
std::optional<Choice> choice_of(const Aig&, std::uint32_t node);

}  // namespace whynot::solve
