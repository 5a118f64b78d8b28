// A long trace on one screen: fewer rows, fewer steps, and a word on what is left out.
#pragma once
#include "report/text/trace_view.h"

namespace whynot::report {

inline constexpr std::size_t screen_lines = 60;

// Keeps actions and the rows of these columns, in this order, of those that change at most so many; of no columns the
// first rows.
void keep_rows(TraceView&, const std::vector<std::string>& columns, std::size_t most);

// A step of a list.
struct StepLines {
  std::string text;
  bool quiet = false;  // nothing that is shown changes
  // A number that goes on as it did into the step before: by how much, what it is now, and the line's beginning.
  struct Move {
    std::string label, by, now;
  };
  std::vector<Move> moves = {};  // all that changes; empty where something else does
  std::string margin = {};
};
// Quiet steps in a row become one line ("nothing changes"), and so do steps in which a number only goes on; if there
// are still too many, those in the middle are left out.
std::string on_screen(const std::vector<StepLines>&, std::size_t most_lines, std::string_view nothing,
                      std::string_view indent);

}  // namespace whynot::report
