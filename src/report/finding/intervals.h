// Intervals: the values of a variable for which a counterexample stays one.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/integer.h"

namespace whynot::report {

struct Interval {
  Integer lo, hi;
};

// A list that may have been cut, and how long it is.
struct IntervalList {
  std::vector<Interval> items;
  Integer total;
};

struct Contained {  // the answer to --contains
  Interval asked;
  bool holds = false;
  Integer count;  // of the values asked for that are in the set
  std::optional<Integer> first_outside;
};

// What --before found: values that the other model's set does not have, and those that only it has.
struct Compared {
  std::string before;  // the other model
  Integer new_count, gone_count;
  IntervalList fresh, gone;
};

struct PrefixLine {  // of a table in which the longest match decides
  std::string prefix;
  bool in = true;
};

// Several variables together: disjoint products of intervals, one list for each variable.
struct Boxes {
  std::vector<std::string> variables;
  std::vector<std::vector<std::vector<Interval>>> boxes;
  std::vector<Interval> around_base;  // a box that no side can leave
};

struct Intervals {
  std::string property, variable, type;
  std::string base;              // trace id; empty: no trace of this report
  std::optional<Integer> value;  // the variable's value in the base; a set made of others has none
  Integer count;
  std::vector<Interval> longest;      // one, or none when the set is empty
  std::vector<Interval> around_base;  // likewise
  std::vector<Interval> intervals;    // maximal, in order
  std::vector<std::string> cidr, patterns;
  bool truncated = false;

  // What was asked, and more of the answer.
  std::string over;               // which runs: "run", "length", "all"; "mixed" in a set made of different kinds
  std::string step;               // "0", or "every"
  std::vector<std::string> free;  // besides the variable itself
  bool free_lasso = false;
  std::string model, made_by;          // of a stored set: where it comes from
  Integer domain;                      // how many values the type has
  Integer interval_total, cidr_total;  // how many there are, listed or not
  Integer route_count;                 // values that keep the run a run, violating or not …
  IntervalList route;                  // … and which; empty in a set made of others
  std::vector<PrefixLine> table;       // empty when it would be too long
  std::optional<Contained> contains;
  std::string witness;  // trace id of a run for the first value of --contains that is in the set; may be empty
  std::optional<Compared> compared;
  std::vector<Integer> members;  // those that were asked for, by index or at random
  std::string method;            // bdd or allsat; empty for a set made of others
  std::string name;              // under which it was stored; may be empty

  // How numbers are shown.
  std::size_t width = 1;  // bits
  bool is_signed = false;
  Integer least, greatest;           // numbers that values can be
  std::vector<Integer> cells;        // members in each part of the line, where the list of intervals is cut
  std::vector<std::string> symbols;  // of an ordered enumeration, by number
  std::string as;                    // ipv4, ipv6, hex, dec, bin; empty: decimal

  std::optional<Boxes> boxes;  // then this is about several variables, and the rest is of no use
};

// The line of numbers in at most `line_cells` parts of one size, the last of which may be shorter.
constexpr std::size_t line_cells = 64;
inline Integer cell_size(const Intervals& i) { return (i.greatest - i.least + line_cells) / line_cells; }
inline std::size_t cell_count(const Intervals& i) {
  return static_cast<std::size_t>((i.greatest - i.least) / cell_size(i)) + 1;
}

}  // namespace whynot::report
