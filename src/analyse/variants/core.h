// Which conditions of a model are to blame when it has no run, or when a run comes to an end: as few as exclude
// everything together.
#pragma once
#include <string>
#include <vector>

#include "analyse/variants/side_questions.h"

namespace whynot::analyse::variants {

struct Blamed {
  std::string what;  // "TRANS", "JUSTICE", "next(x) := …"
  Expr condition;    // a conjunct of it
  Span where;
};

// Conditions that together leave no fair run (or, where none is, no initial state); without any one of them there would
// be one, if the others are all that is left.  Empty: not decided.
std::vector<Blamed> against_runs(const TransitionSystem&, bool initial_state_only, SideQuestions&);

struct DeadEnd {
  std::vector<std::pair<Expr, Value>> values;  // as few of the state's as have no successor
  std::vector<Blamed> core;                    // the conditions that exclude all of them; empty: not decided
};

// REQUIRES a state without successor.
DeadEnd dead_end(const TransitionSystem&, const State&, SideQuestions&);

}  // namespace whynot::analyse::variants
