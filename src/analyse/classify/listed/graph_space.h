// Classes over listed runs.  A question about runs is reachability in the product of a graph with the automata of
// classes (monitor.h), breadth first, so the runs that it finds are shortest.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "analyse/classify/classify.h"
#include "analyse/classify/listed/graph.h"

namespace whynot::analyse::classify {

// Runs of a model of whatever kind.  Those that start where counterexamples do and meet a violating node are the
// counterexamples; those that start where passing runs do and meet none pass.
struct ListedRuns {
  std::unique_ptr<RunGraph> graph;
  bool together = true;            // a run of the graph is either a counterexample or passes
  std::size_t bound = 0;           // the longest runs that are listed
  bool whole = true;               // all counterexamples of up to that length are
  bool all = false;                // what is listed is everything there is, whatever the length of runs
  std::vector<std::string> own;    // columns that say what the property says; facts leave them out by default
  std::vector<std::string> large;  // columns with collections, likewise
  std::vector<std::string> fine;   // columns that say more than a reader wants, where others do
  std::string said;                // what was listed, for the reader
  // Values that nobody tells apart, by kind: classes that differ in these only are shown as one.
  std::vector<std::vector<std::string>> alike = {};
  // The trace of the model that a trace over a graph stands for.
  std::function<Trace(const Trace&)> lift;
  // Why the model's own meaning does not confirm a trace over the graph; nothing when it does.
  std::function<std::optional<std::string>(const Trace&, Polarity)> refusal;
};

// `options.mode` Any asks for all runs of the graph, without a bound on their length.  The traces that come out are
// the model's.  The runs must outlive the outcome.
Outcome classify_listed(const ListedRuns&, const Options&, Context&);

}  // namespace whynot::analyse::classify
