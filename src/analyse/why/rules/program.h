// Why a run of a program violates an automaton: the events that moved it, and how the run came to the points that carry
// them, rule by rule, from a return straight to its call.
#pragma once
#include "analyse/why/chain.h"
#include "analyse/why/failure.h"
#include "model/pds/pds_lasso.h"

namespace whynot::analyse::why {

// REQUIRES a run that has been replayed as a violation, by these rules.  All of it outlives what is made of it.
struct ProgramRun {
  const Pds& pds;
  const Efsa& automaton;
  const Trace& trace;
  const PdsLasso& by;
  const Sources* sources = nullptr;  // for lines; null: none are told
};

Failure failure(const ProgramRun&, bool all = false);

// Places are the columns `control` and `stack` of the trace; the one after them is the rule that was taken.
Chain chain(const ProgramRun&, const std::vector<Place>& asked);

}  // namespace whynot::analyse::why
