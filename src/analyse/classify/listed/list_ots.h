// The runs of an observational transition system within a scope and a depth, state by state, as classes are sought
// over them.  Columns are the observers; inputs are the rule that fired (`rule`) and its arguments (`arg1`, …).
#pragma once
#include <variant>

#include "analyse/classify/listed/graph_space.h"
#include "model/ots/ots.h"

namespace whynot::analyse::classify {

struct OtsListing {
  const ots::Ots* ots = nullptr;
  const ots::Scope* scope = nullptr;
  const ots::Predicate* predicate = nullptr;
  std::optional<State> from;         // instead of the initial states
  std::optional<std::size_t> depth;  // nothing: as far as the first violation
  bool whole = false;                // all there is, where that is not too much
};

struct NotListed {
  std::string reason;
};

// What is pointed to must outlive the runs.
std::variant<ListedRuns, NotListed> list_runs(const OtsListing&, Context&);

}  // namespace whynot::analyse::classify
