// What all counterexamples have in common and passing runs lack: branches that fired and choices that were made.  After
// Ball, Naik & Rajamani, "From symptom to cause", POPL 2003, who compare the transitions of correct and failing runs.
// Only counts are told: a branch that all of them take need not be wrong.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "analyse/why/chain.h"

namespace whynot::analyse::why {

// What two variables, or one and a value, have to do with one another at the step before a branch fires.
struct SharedWith {
  std::size_t left = 0;                   // a variable
  std::optional<std::size_t> right = {};  // another one, of the same value …
  Value value = {};                       // … or none: the value
  friend bool operator==(const SharedWith&, const SharedWith&) = default;
};

struct SharedFact {
  bool is_branch = false;
  std::size_t variable = 0;             // its number in TransitionSystem::variables
  Value value = {};                     // of a choice
  Span where = {};                      // of a branch
  std::string branch = {}, gives = {};  // its guard and value as written
  std::size_t passing = 0;              // passing runs that have it too
  std::optional<SharedWith> with = {};  // of a branch that passing runs take as well, but not so
};

struct Shared {
  std::size_t counterexamples = 0, passing = 0;
  // In every counterexample and in fewer passing runs than there are; those in none first, branches before choices.
  // What goes with a branch is told where the branch alone says less.
  std::vector<SharedFact> facts;
};

// `causes`: for each counterexample, what its failure rests on.  A passing run has a fact if it has it at any step.
Shared shared(const TransitionSystem&, std::span<const Chain> causes, std::span<const Trace> passing);

}  // namespace whynot::analyse::why
