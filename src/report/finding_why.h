// Why: what makes a property fail on a trace, and what the cells that were asked about rest on.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "expr/value.h"
#include "report/finding_fairness.h"

namespace whynot::report {

struct WhyPlace {
  std::string column;
  std::size_t step = 0;
  bool closing = false;  // by the transition that closes the loop

  friend bool operator==(const WhyPlace&, const WhyPlace&) = default;
};

struct WitnessCell {
  WhyPlace place;
  Value value;
  std::string role;    // trigger, answer or cause
  std::string atom;    // the part of the property that reads it …
  bool holds = false;  // … and whether that is true there
};

struct WitnessSet {
  std::vector<WitnessCell> cells;
  bool minimal = false;
};

struct WhyLink {
  WhyPlace place;
  Value value;
  std::string kind;           // assigned, kept, choice, input, initial, initial choice, free
  std::size_t line = 0;       // 0: nobody wrote it
  std::string branch, gives;  // the guard that held, and the value, as written
  std::string allowed;        // of a choice: from what
  std::vector<WhyPlace> because;
  std::size_t since = 0;
  bool minimal = false;
};

struct Why {
  std::string property;
  std::string trace;     // id
  std::string sentence;  // empty when a single trace does not tell
  std::vector<WitnessSet> witnesses;
  std::vector<WhyPlace> asked;                // with --cell
  std::vector<WhyLink> chain;                 // of what was asked, else of the first witness
  std::vector<WhyPlace> roots;                // the choices that it rests on
  bool all = false;                           // show the chain to its end
  std::optional<FairnessHint> fairness = {};  // of a loop: what never happens in it
  std::vector<std::string> relevant = {};     // columns of the witness, then those of the chain
};

}  // namespace whynot::report
