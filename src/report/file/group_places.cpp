#include "report/file/group_places.h"

#include <fmt/format.h>

#include "report/spelling.h"

namespace whynot::report {
namespace {

Span last_place(const Trace& trace) {
  for (auto step = trace.steps.rbegin(); step != trace.steps.rend(); ++step)
    if (step->action && step->action->where.file != 0) return step->action->where;
  return {};
}

GroupPlace place_of(const PathGroup& group, const TraceEntry& entry) {
  const std::string events = fmt::format("{}", fmt::join(group.events, ", "));
  return {&entry, last_place(entry.trace),
          fmt::format("{} ({})", events.empty() ? "ends at " + group.final_point : events,
                      counted(group.count, "counterexample")),
          group.final_point + "#" + events};
}

}  // namespace

std::vector<GroupPlace> group_places(const Report& report, const PropertyResult& result) {
  std::vector<GroupPlace> places;
  for (const Finding& finding : report.findings) {
    const auto* paths = std::get_if<Paths>(&finding);
    if (!paths || paths->property != result.property.name) continue;
    for (const PathGroup& group : paths->groups)
      if (const TraceEntry* entry = report.trace(group.representative)) places.push_back(place_of(group, *entry));
  }
  return places;
}

}  // namespace whynot::report
