#include "report/draw/trace_drawing.h"

#include <fmt/format.h>

#include "report/text/trace_view.h"

namespace whynot::report {
namespace {

constexpr std::size_t most_lines = 12;  // of a node

// What `rows` say at a step: states in its node, inputs and actions on the arrow that leads there.
std::string lines_at(const std::vector<ViewRow>& rows, std::size_t step, bool transition) {
  std::string out;
  std::size_t lines = 0;
  for (const ViewRow& row : rows) {
    const bool shown = transition ? !row.cells[step].empty() : step == 0 || row.changed[step];
    if (row.transition != transition || !shown) continue;
    if (++lines > most_lines) continue;
    const std::string label = transition ? row.label.substr(2) : row.label;
    out += row.label == action_label ? row.cells[step] : fmt::format("{} = {}", label, row.cells[step]);
    out += '\n';
  }
  if (lines > most_lines) out += fmt::format("and {} more\n", lines - most_lines);
  if (!out.empty()) out.pop_back();
  return out;
}

}  // namespace

Drawing drawing_of(const TraceEntry& entry) {
  Style style;
  style.full = true;
  const TraceView view = view_of(entry, style, {});
  Drawing drawing;
  drawing.title = entry.property.empty() ? entry.id : fmt::format("{}: {}", entry.property, entry.id);
  for (std::size_t i = 0; i < view.steps; ++i) {
    const std::string values = lines_at(view.rows, i, false);
    drawing.nodes.push_back({fmt::format("step {}{}{}", i, values.empty() ? "" : "\n", values)});
    if (i > 0) drawing.edges.push_back({i - 1, i, lines_at(view.rows, i, true)});
  }
  if (view.loop) drawing.edges.push_back({view.steps - 1, *view.loop, lines_at(view.rows, view.steps, true), true});
  return drawing;
}

}  // namespace whynot::report
