// The rule-graph with its annotations (the paper's B-graph) to look at, the edges of the
// counterexamples strong, final nodes doubled.
#pragma once
#include <string>
#include <vector>

#include "analyse/paths/paths.h"
#include "base/context.h"
#include "base/drawing.h"
#include "model/pds/efsa.h"
#include "model/pds/pds.h"

namespace whynot::analyse::paths {

// `finding` is of the same system and property.  Annotations are worked out for graphs a person can read.
Drawing graph_view(const Pds&, const Efsa&, const PathsFinding&, const PathsOptions&, Context&);

}  // namespace whynot::analyse::paths
