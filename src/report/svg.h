// Graphs as drawings: vertices from top to bottom in their order, indented by their depth; edges as curves at
// their left, those that close loops at their right.  Needs no program besides.
#pragma once
#include <string>
#include <vector>

#include "report/graph.h"

namespace whynot::report {

std::string write_svg(const std::vector<Graph>&);

}  // namespace whynot::report
