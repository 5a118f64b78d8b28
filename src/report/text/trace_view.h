// What of a trace is shown: the rows that pass the filters, split into those that change and those that do
// not, with the text of every cell.  Layout (trace_text.cpp) works on this alone.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.h"

namespace whynot::report {

inline constexpr std::string_view action_label = "> action", pale_cell = "·";

struct ViewRow {
  std::string label;               // printable; inputs and actions start with "> "
  bool transition = false;         // belongs to the transition into its step: inputs, actions
  std::vector<std::string> cells;  // a text per step, then one for the transition that closes the loop
  std::vector<bool> changed;       // from the step before; the last: from the last step back to the loop
  std::vector<bool> differs = {};  // from the same step of another run; empty: there is none to compare with

  bool shown_at_closing() const { return !cells.back().empty(); }
};

struct TraceView {
  std::vector<ViewRow> rows;   // those that change, or all when everything is wanted
  std::vector<ViewRow> fixed;  // constant, and worth showing; with one cell
  std::size_t folded = 0;      // constant, and too many to show
  std::size_t left_out = 0;    // changing, and not shown on one screen
  std::size_t steps = 0;
  std::optional<std::size_t> loop;
  bool has_closing = false;  // the transition that closes the loop has inputs or an action
  bool pale = false;         // of some cells the value is not told
};

// Columns named by a cause are never folded.
TraceView view_of(const TraceEntry&, const Style&, const std::vector<Cause>& causes);

// Cells that the failure does not rest on become `·`; rows of nothing else are left out.
void make_pale(TraceView&, const TraceEntry&, const Why&);

std::string action_text(const Action&);

}  // namespace whynot::report
