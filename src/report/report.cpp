#include "report/report.h"

#include <algorithm>

namespace whynot::report {

const TraceEntry* Report::trace(std::string_view id) const {
  const auto found = std::find_if(traces.begin(), traces.end(), [&](const TraceEntry& t) { return t.id == id; });
  return found == traces.end() ? nullptr : &*found;
}

}  // namespace whynot::report
