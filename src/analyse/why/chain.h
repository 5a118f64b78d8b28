// Why a variable has its value at a step: the assignment and the branch of it that fired, as few values as possible
// that made it so, and so on back to what was chosen: initial values, inputs, picks from a set.
#pragma once
#include <compare>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyse/why/reading.h"
#include "analyse/why/relation/relation.h"
#include "base/source.h"
#include "expr/value.h"

namespace whynot::analyse::why {

// A column, or an input of the transition into a step.  The first step of a loop is also entered by the transition that
// closes it.
struct Place {
  std::size_t step = 0;
  std::size_t variable = 0;  // its number in TransitionSystem::variables
  bool closing = false;

  friend auto operator<=>(const Place&, const Place&) = default;
};

struct Link {
  enum class Kind { Initial, InitialChoice, Input, Choice, Free, Assigned, Kept, Forced, Rule, Call };
  Place place;
  Value value;
  Kind kind = Kind::Free;
  Span where = {};                   // of the branch, else of the assignment
  std::string branch, gives;         // the guard, empty without one, and the value as written
  std::string allowed;               // of a choice: the set
  std::vector<Place> because;        // what the assignment's value rests on
  std::vector<Place> blockers = {};  // those of them that only kept earlier branches from firing
  std::size_t since = 0;             // the step from which it has been kept
  bool minimal = false;              // nothing of `because` can be left out
  std::vector<Condition> core = {};  // of a forced value: the conditions that leave no other
  std::string rule = {};             // the rule that gave it, with its arguments; of specifications and programs
};

// "assigned", "initial choice": the words of the report.
std::string_view kind_word(Link::Kind);
bool is_chosen(Link::Kind);

struct Chain {
  std::vector<Link> links;   // those asked for first, then what they rest on, each once
  std::vector<Place> roots;  // the choices among them, in order
};

// With a context, what looks like a choice is looked into: TRANS, INVAR and INIT may leave one value only.  REQUIRES a
// run of the system, and places on it.
Chain chain(const TransitionSystem&, const Trace&, const std::vector<Place>& asked, Context* = nullptr);

// From the places asked for back to choices, by links that somebody else makes.
Chain follow(const std::vector<Place>& asked, const std::function<Link(const Place&)>& link_of);

// The place that `x@5` means; beyond the end of a lasso it is folded back.  Nothing for an unknown variable or step.
std::optional<Place> place_named(const TransitionSystem&, const Trace&, std::string_view variable, std::size_t step);

}  // namespace whynot::analyse::why
