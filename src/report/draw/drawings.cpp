#include "report/draw/drawings.h"

#include <vector>

#include "report/draw/intervals_views.h"
#include "report/draw/trace_drawing.h"

namespace whynot::report {
namespace {

std::vector<Drawing> of_findings(const Report& report) {
  std::vector<Drawing> drawings;
  for (const Finding& finding : report.findings)
    std::visit(
        [&](const auto& f) {
          if constexpr (requires { f.drawing; })
            if (!f.drawing.nodes.empty()) drawings.push_back(f.drawing);
        },
        finding);
  return drawings;
}

std::vector<Drawing> of_traces(const Report& report) {
  std::vector<Drawing> drawings;
  for (const TraceEntry& t : report.traces) drawings.push_back(drawing_of(t));
  if (drawings.empty()) drawings.emplace_back();  // says that there is nothing
  return drawings;
}

}  // namespace

std::string write_dot(const Report& report) {
  std::vector<Drawing> drawings = of_findings(report);
  if (drawings.empty()) drawings = of_traces(report);
  std::string out;
  for (const Drawing& drawing : drawings) out += to_dot(drawing);
  return out;
}

std::string write_svg(const Report& report, const std::optional<ChartColumns>& chart) {
  if (chart) {
    std::string missing;
    return report.traces.empty() ? "" : chart_svg(report.traces.front().trace, *chart, missing).value_or("");
  }
  if (const auto drawings = of_findings(report); !drawings.empty()) return to_svg(drawings.front());
  std::string lines = write_intervals_svg(report);
  return lines.empty() ? to_svg(of_traces(report).front()) : lines;
}

}  // namespace whynot::report
