// The rule-graph with its annotations (the paper's B-graph) for dot, the counterexamples drawn on it.
#pragma once
#include <string>
#include <vector>

#include "analyse/paths/paths.h"
#include "base/context.h"
#include "model/efsa.h"
#include "model/pds.h"

namespace whynot::analyse {

struct GraphView {
  std::size_t nodes = 0, edges = 0;
  std::string dot;   // edges of the counterexamples in red; final nodes doubled
};

// `finding` is of the same system and property.  Annotations are worked out for graphs a person can read.
GraphView graph_view(const Pds&, const Efsa&, const PathsFinding&, const PathsOptions&, Context&);

// The regular expression of the rests of the stack at a node <control, symbol>, as `s3* m1`; nothing if the
// node is not reachable or the expression would be too large.
std::optional<std::string> node_annotation(const Pds&, const Efsa&, const std::string& control, const std::string& symbol,
                                           const PathsOptions&, Context&);

}  // namespace whynot::analyse
