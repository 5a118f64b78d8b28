// The findings of a report that can be drawn, as graphs.
#pragma once
#include <vector>

#include "report/graph.h"
#include "report/report.h"

namespace whynot::report {

Graph graph_of(const Evidence&);
std::vector<Graph> drawings_of(const Report&);

}  // namespace whynot::report
