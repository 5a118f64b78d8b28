// A lasso is a word u v v v …; neighbours that are equal become one, v becomes its shortest period, and as much of u as
// the loop repeats anyway goes into v.
#include "model/stutter.h"

#include <algorithm>

namespace whynot {
namespace {

using Row = Stutter::Row;

void collapse(std::vector<Row>& rows) { rows.erase(std::unique(rows.begin(), rows.end()), rows.end()); }

// The shortest word of which the rows are a power.
void shorten(std::vector<Row>& rows) {
  for (std::size_t period = 1; period < rows.size(); ++period) {
    if (rows.size() % period != 0 ||
        !std::equal(rows.begin() + static_cast<std::ptrdiff_t>(period), rows.end(), rows.begin()))
      continue;
    rows.resize(period);
    return;
  }
}

}  // namespace

Stutter without_stutter(const Trace& trace, const std::vector<std::size_t>& columns) {
  Stutter out;
  const std::size_t begin = trace.loop.value_or(trace.steps.size());
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    Row row;
    for (const std::size_t c : columns) row.push_back(trace.steps[i].state[c]);
    (i < begin ? out.stem : out.loop).push_back(std::move(row));
  }
  collapse(out.stem);
  collapse(out.loop);
  while (out.loop.size() > 1 && out.loop.back() == out.loop.front()) out.loop.pop_back();
  shorten(out.loop);
  while (!out.stem.empty() && !out.loop.empty()) {
    if (out.stem.back() == out.loop.front()) {  // the value stays
      out.stem.pop_back();
    } else if (out.stem.back() == out.loop.back()) {  // the loop begins earlier
      out.stem.pop_back();
      std::rotate(out.loop.begin(), out.loop.end() - 1, out.loop.end());
    } else {
      break;
    }
  }
  return out;
}

}  // namespace whynot
