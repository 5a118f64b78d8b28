// The proof-like witness: the states that a proof uses, in order, each with what is settled there.  Text and
// drawings are made from this.
#pragma once
#include <string>
#include <vector>

#include "report/finding/evidence.h"

namespace whynot::report {

struct WitnessPlace {
  std::string name;  // s0, or the formula of a set
  bool is_set = false;
  std::vector<std::string> values;     // "p = TRUE", as the view wants them
  std::vector<std::string> inputs;     // of the step that leads here
  std::vector<std::string> says;       // what is settled here
  bool open = false;                   // something is not expanded
  bool on_the_way = false;             // first is said how far the goal is
  std::size_t from = ~std::size_t{0};  // the place that leads here
  std::size_t depth = 0;               // branches off
};

// Places in the order of the proof; a state that is met again on another branch has a place of its own.
struct Witness {
  std::vector<WitnessPlace> places;
  struct Edge {
    std::size_t from, to;
    std::string label;  // inputs
    bool back = false;  // closes a loop
  };
  std::vector<Edge> edges;
};

Witness witness_of(const Evidence&);
Drawing drawing_of(const Evidence&);

}  // namespace whynot::report
