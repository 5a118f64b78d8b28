// The counterexamples of a pushdown system that somebody has listed, and the runs that pass, up to the same length,
// as classes are sought over them.  Columns are the control location (where the system has some), the top of the
// stack, its height and the state of the automaton (`state`); inputs are the rule, what it does to the stack
// (`kind`), the event that it carries (`none`, where it has none) and the arguments of that (`arg1`, …).
//
// A run passes when no run of the automaton beside it meets a final state; where the automaton has a choice, each
// of its runs is shown.
#pragma once
#include <span>

#include "analyse/classify/listed/graph_space.h"
#include "model/pds/efsa.h"
#include "model/pds/pds.h"

namespace whynot::analyse::classify {

struct PushdownListing {
  const Pds* pds = nullptr;
  const Efsa* efsa = nullptr;
  std::span<const Trace> traces;                      // the counterexamples, replayed
  std::span<const std::vector<std::uint32_t>> rules;  // that they take
  bool complete = false;                              // they are all that the mode knows
  std::string why_not;                                // else why there are no more
  std::optional<std::size_t> bound;                   // only runs of up to that many steps
};

// What is pointed to must outlive the runs.
ListedRuns list_runs(const PushdownListing&, Context&);

}  // namespace whynot::analyse::classify
