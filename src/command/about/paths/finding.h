// What the analysis of paths found, as a report tells it: places of lines for spans, ids of traces for their numbers.
#pragma once
#include <string>
#include <vector>

#include "analyse/paths/paths.h"
#include "base/source.h"
#include "report/finding/paths.h"

namespace whynot::command {

// The traces behind these represent sites that no listed counterexample ends at.
std::size_t listed_of(const analyse::paths::PathsFinding&);

// Adds it to what is shown.  `ids`: of the traces; empty for those that are not cited.
void take_findings(const analyse::paths::PathsFinding&, const Pds&, const Sources&, const std::vector<std::string>& ids,
                   report::Paths& shown);

}  // namespace whynot::command
