// Intervals: the values of a variable for which a counterexample stays one.
#pragma once
#include <string>
#include <vector>

#include "base/integer.h"

namespace whynot::report {

struct Interval {
  Integer lo, hi;
};

struct Intervals {
  std::string property, variable, type;
  std::string base;                       // trace id
  Integer value;                          // the variable's value there
  Integer count;
  std::vector<Interval> longest;          // one, or none when the set is empty
  std::vector<Interval> around_base;      // likewise
  std::vector<Interval> intervals;        // maximal, in order
  std::vector<std::string> cidr, patterns;
  bool truncated = false;
};

}  // namespace whynot::report
