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

// The paper's erase relation (section 3, Fig. 3(b)): a symbol that is on top in `from` can be erased in `to`.  The
// tuples of a symbol are its Effect.  In the order of the symbols.
struct Erasure {
  std::string from, symbol, to;
};
std::vector<Erasure> erase_relation(const Pds&, const Efsa&, const PathsOptions&, Context&);

}  // namespace whynot::analyse::paths
