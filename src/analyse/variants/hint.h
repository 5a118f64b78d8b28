// Fairness hints: what could happen in the loop of a counterexample and never does, and the smallest set of JUSTICE
// constraints, among those that the loops suggest, under which the property holds.  A hint is no remedy: whether the
// world is fair in this way is for the reader to say.
#pragma once
#include <vector>

#include "analyse/variants/side_questions.h"
#include "model/stepper.h"

namespace whynot::analyse::variants {

struct Never {
  struct One {
    Value value;
    bool always = false;  // it is possible at every step of the loop, else at some
  };
  Expr variable;
  std::vector<One> values;
  Expr condition;  // for JUSTICE: one of them
};

struct Hint {
  std::vector<Never> never;    // of the loop that was given
  std::vector<Expr> suffices;  // empty: nothing was found that does
  bool smallest = false;       // no fewer of the conditions that were tried are enough
};

// REQUIRES a run with a loop that violates the property.
Hint fairness_hint(const TransitionSystem&, const Property&, const Trace&, const Stepper&, SideQuestions&, Context&);

// What never happens in a loop although it could.
std::vector<Never> never_taken(const TransitionSystem&, const Trace&, const Stepper&, Context&);

}  // namespace whynot::analyse::variants
