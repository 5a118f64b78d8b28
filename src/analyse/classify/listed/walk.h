// Listed runs one by one: what --certify asks of classes over a graph.  Each run is judged by evaluating the
// constraints on it (facts.h), which shares nothing with the automata of the search.
#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "analyse/classify/listed/graph_space.h"

namespace whynot::analyse::classify {

// Each run that starts where those of the polarity do, with the position at which it first meets a violating node
// (none: it passes).  False when there are more than `most`, or it was stopped.
using VisitRun = std::function<void(const Trace&, std::optional<std::size_t> violated)>;
bool for_each_run(const ListedRuns&, bool exact, Polarity, std::size_t most, Context&, const VisitRun&);

// Why it is not confirmed that no passing run is in a class, and no counterexample outside all of them; nothing when
// it is.  `within`: only the counterexamples that satisfy it need be in a class.
std::optional<std::string> doubt_about(const ListedRuns&, bool exact, const Vocabulary&, const Classes&,
                                       const std::optional<TraceClass>& within, Context&);

}  // namespace whynot::analyse::classify
