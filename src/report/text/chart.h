// Message sequence charts: a trace of a protocol as messages between parties.  Two columns name who sends and who
// receives at a step; further ones say what is sent.  A party is a value of those columns, and has a line of its
// own; a step at which either of them has no value, or the value `none`, sends nothing.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "model/trace.h"

namespace whynot::report {

struct ChartColumns {
  std::string from, to;
  std::vector<std::string> labels;
};

// Nothing where the trace has no such column: `missing` is its name.
std::optional<std::string> chart_text(const Trace&, const ChartColumns&, std::string& missing);
std::optional<std::string> chart_svg(const Trace&, const ChartColumns&, std::string& missing);

}  // namespace whynot::report
