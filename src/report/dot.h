// Graphs in the language of Graphviz.
#pragma once
#include <string>
#include <vector>

#include "report/graph.h"

namespace whynot::report {

std::string write_dot(const std::vector<Graph>&);

}  // namespace whynot::report
