// Counterexamples that differ in what some columns do, taken from those that are listed one after the other.  Bounded
// checking has the same as clauses (engine/behaviour.h).
#pragma once
#include <cstddef>
#include <set>
#include <vector>

#include "model/trace.h"

namespace whynot {

class Different {
 public:
  // Columns by their place in the signature.
  Different(std::size_t number, std::vector<std::size_t> columns) : number_(number), columns_(std::move(columns)) {}

  bool wants_more() const { return taken_ < number_ && tried_ < most_tried; }
  // Whether it is one of those wanted: no earlier one does the same in these columns.
  bool take(const Trace& trace) {
    ++tried_;
    std::vector<Value> shown;
    for (const Step& step : trace.steps)
      for (const std::size_t c : columns_) shown.push_back(step.state[c]);
    if (taken_ == number_ || !seen_.insert(std::move(shown)).second) return false;
    ++taken_;
    return true;
  }

 private:
  static constexpr std::size_t most_tried = 10'000;
  std::size_t number_, taken_ = 0, tried_ = 0;
  std::vector<std::size_t> columns_;
  std::set<std::vector<Value>> seen_;
};

}  // namespace whynot
