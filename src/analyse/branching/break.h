// Where a CTL property breaks that no single run can refute: a way to a state, by what the formula says of all runs,
// and there what the states that can be reached have in common, or lack.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "base/integer.h"
#include "base/keep.h"
#include "model/property.h"
#include "model/system/transition_system.h"
#include "model/trace.h"

namespace whynot::analyse::branching {

struct Reached {  // a conjunct of what is never true
  Expr part;
  std::optional<std::size_t> step;  // the first at which it is, counted from the start of the way; nothing: never
};

struct Break {
  Trace way;                                      // from an initial state to where `rest` is false
  Expr rest;                                      // the part of the formula that is
  Integer states = 0;                             // of EF and EU: as many can be reached from there
  std::vector<Reached> parts;                     // of what EF or EU wants
  std::vector<Expr> near;                         // of three or more: as many as are true together somewhere …
  std::size_t near_step = 0;                      // … for the first time at this step
  std::vector<std::pair<Expr, Value>> constants;  // of variables: that all of those states have
  std::size_t within = 0;                         // of EG: every run has left by then, in steps
  std::string sentence;
};

// Nothing when the context said stop.  REQUIRES a CTL property that is violated.
std::optional<Break> where_it_breaks(const TransitionSystem&, const Property&, Keep*, Context&);

}  // namespace whynot::analyse::branching
