// Two traces side by side: which columns differ at which positions.  Columns are matched by name, so traces
// of two versions of a model can be compared.  Loops are followed: the same infinite run may be written with
// its loop begun earlier or passed twice, and then there is no difference.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.h"

namespace whynot::report {

struct TraceDifference {
  struct Cell {
    std::size_t position = 0;
    std::string column;
    bool input = false;
    std::string left, right;
  };
  std::vector<Cell> cells;
  std::vector<std::string> only_left, only_right;  // columns and inputs that the other trace does not have
  bool lengths_differ = false;                     // one ends where the other goes on
  bool same() const { return cells.empty() && only_left.empty() && only_right.empty() && !lengths_differ; }
};

TraceDifference difference(const Trace& left, const Trace& right);

// `names`: what to call them.
std::string write_diff(const Trace& left, const Trace& right, std::string_view left_name, std::string_view right_name,
                       const Style&);

}  // namespace whynot::report
