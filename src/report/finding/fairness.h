// What never happens in the loop of a counterexample although it could, and which of it would have to happen again and
// again for the property to hold.
#pragma once
#include <string>
#include <vector>

#include "expr/value.h"

namespace whynot::report {

struct NeverTaken {
  std::string column;
  Value value;
  bool always_possible = false;  // at every step of the loop, else at some
};

struct FairnessHint {
  std::vector<NeverTaken> never_taken;
  std::vector<std::string> suffices;  // conditions for JUSTICE; empty: none were found that do
  bool smallest = false;              // no fewer of the conditions tried are enough
};

}  // namespace whynot::report
