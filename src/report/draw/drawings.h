// What a report has to look at: the drawings of its findings, else its traces.
#pragma once
#include <optional>
#include <string>

#include "report/report.h"
#include "report/text/chart.h"

namespace whynot::report {

std::string write_dot(const Report&);
// An SVG file holds one drawing, the first; a chart of the first trace instead, where one is asked for.
std::string write_svg(const Report&, const std::optional<ChartColumns>&);

}  // namespace whynot::report
