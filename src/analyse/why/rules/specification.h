// Why an invariant of a specification fails at the end of a run, and why an observer has its value at a step: the rule
// that gave it, the condition under which that rule was possible, and so on back to the rules that were chosen and to
// the start.
#pragma once
#include "analyse/why/chain.h"
#include "analyse/why/failure.h"
#include "model/ots/ots.h"

namespace whynot::analyse::why {

// REQUIRES a run that has been replayed.  All of it outlives what is made of it.
struct SpecificationRun {
  const ots::Ots& ots;
  const ots::Scope& scope;
  const Trace& trace;
};

// The instance of the invariant that the last state violates, and the cells by which it does.
Failure failure(const SpecificationRun&, const ots::Predicate&);

// Places are columns of the trace; the one after the last column is what was fired on the way into a step.
Chain chain(const SpecificationRun&, const std::vector<Place>& asked);

struct RuleBlocked {  // a rule that would have given the value
  std::string rule;   // with its arguments
  Span where;
  std::string condition;       // what its condition lacks, of as few as possible the first
  std::vector<Place> because;  // by which that is false
};

// Why an observer does not have another value: rules that give it were possible, or what each of them lacks.
struct RuleInstead {
  enum class Answer { Pick, State, Initial } answer = Answer::State;
  std::string rule = {};  // of a pick
  Span where = {};
  std::vector<RuleBlocked> blocked = {};
};
RuleInstead instead(const SpecificationRun&, const Place&, const Value&, Context&);

// The column of this name at this step; nothing where there is none.
std::optional<Place> place_named(const Trace&, std::string_view column, std::size_t step);

}  // namespace whynot::analyse::why
