#include "report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/check.h"

namespace whynot::report {

const TraceEntry* Report::trace(std::string_view id) const {
  // Ids count up: the N-th trace is nearly always `tN`, and reports may have many thousands of them.
  std::size_t number = 0;
  if (id.starts_with('t')) std::from_chars(id.data() + 1, id.data() + id.size(), number);
  if (number > 0 && number <= traces.size() && traces[number - 1].id == id) return &traces[number - 1];
  const auto found = std::find_if(traces.begin(), traces.end(), [&](const TraceEntry& t) { return t.id == id; });
  return found == traces.end() ? nullptr : &*found;
}

TraceEntry& Report::cite(Trace trace, std::string about, const std::optional<Refusal>& refusal) {
  if (refusal)
    WHYNOT_CHECK(false,
                 fmt::format("a trace for `{}` failed replay at step {}: {}", about, refusal->step, refusal->reason));
  TraceEntry entry;
  entry.id = fmt::format("t{}", traces.size() + 1);
  entry.trace = std::move(trace);
  entry.replayed = true;
  entry.property = std::move(about);
  traces.push_back(std::move(entry));
  return traces.back();
}

void sort_as_asked(Report& report) {
  std::stable_sort(report.properties.begin(), report.properties.end(),
                   [](const PropertyResult& a, const PropertyResult& b) { return a.place < b.place; });
}

}  // namespace whynot::report
