// What a person's choices between alternatives have in common, as the strategy that would have made them.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analyse/explain/strategy/strategy.h"
#include "model/signature.h"

namespace whynot::analyse::explain {

// At a goal in a state, or about a set: what could be chosen, and what was.
struct Decision {
  std::optional<State> from;
  std::vector<Candidate> offered;
  std::size_t taken = 0;
};

struct Habit {
  std::string strategy;   // as --strategy takes it
  std::size_t times = 0;  // choices that it explains
};

// A strategy that explains at least three of the choices, none later than which goes against it.  Choices that it has
// no opinion on count for nothing, and one at least must not be what is taken without any strategy.
std::optional<Habit> habit_of(const std::vector<Decision>&, const Signature&);

}  // namespace whynot::analyse::explain
