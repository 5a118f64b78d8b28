// Why a variable does not have another value at a step: the first answer that applies.
#pragma once
#include <optional>
#include <vector>

#include "analyse/why/chain.h"
#include "analyse/why/relation/relation.h"

namespace whynot::analyse::why {

struct Instead {
  enum class Answer {
    Pick,   // it could have been chosen there and then
    Input,  // with other inputs of the step
    State,  // the values of the step before exclude it, whatever the inputs
    Unknown
  };
  struct Because {
    Place place;
    Value value;
  };
  Answer answer = Answer::Unknown;
  std::vector<Because> because = {};  // of an input: those that have to differ, with values that do; of a state: what
                                      // excludes it
  std::vector<Condition> core = {};   // of a state: the conditions that exclude it
  bool minimal = false;               // of an input: no other value of it will do; of a state: nothing can be left out
};

// `reason` is what the actual value rests on: what does not matter to that is left out first.  REQUIRES a run of the
// system, and a value of the variable's type.
Instead instead(const TransitionSystem&, const Trace&, const Place&, const Value&, const std::vector<Place>& reason,
                Context&);

// A run that has the value at that step and begins as the trace does, for as long as possible.
struct History {
  std::optional<Trace> run;
  std::size_t kept = 0;   // states that they share
  bool complete = false;  // nothing was found because there is nothing
};
History history(const TransitionSystem&, const Trace&, const Place&, const Value&, Context&);

}  // namespace whynot::analyse::why
