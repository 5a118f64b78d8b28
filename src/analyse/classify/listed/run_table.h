// Classes over listed runs, one by one: where a predicate speaks of the numbers of positions in ways that no automaton
// of a class follows (graph_space.h), each run stands in a table of its own, and constraints are evaluated on it.
// Slower, and for fewer runs, but whatever can be said of a trace can be asked of it.
#pragma once
#include <memory>
#include <optional>

#include "analyse/classify/count/count.h"
#include "analyse/classify/listed/graph_space.h"
#include "analyse/classify/space.h"

namespace whynot::analyse::classify {

constexpr std::size_t most_tabled_runs = 50'000;

class RunTable {
 public:
  // Nothing when there are too many runs, or it was stopped.  All must outlive this.
  static std::unique_ptr<RunTable> of(const ListedRuns&, bool exact, const Vocabulary&, Context&);
  virtual ~RunTable() = default;

  virtual Space& space() = 0;
  virtual Counts count(const CountedClasses&) const = 0;
};

}  // namespace whynot::analyse::classify
