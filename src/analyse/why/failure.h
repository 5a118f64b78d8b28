// Why a property fails on a trace: its witnesses as values of columns at steps, and in a sentence.
#pragma once
#include <string>
#include <vector>

#include "analyse/why/witness.h"
#include "expr/value.h"

namespace whynot::analyse::why {

struct Cause {
  std::size_t step = 0;
  std::string column;
  Value value;
  std::string role;      // "trigger", "answer" or "cause"
  std::string atom;      // the part of the property that reads it …
  bool holds = false;    // … and whether that is true there
  bool input = false;    // of the transition into the step …
  bool closing = false;  // … from the last one, which closes the loop

  // As place_named counts: what closes a loop of so many steps leads into one more.
  std::size_t named(std::size_t steps) const { return closing ? steps : step; }
};

struct AtomTold {  // a cell of a witness
  Expr atom;
  std::size_t step = 0;
  bool holds = false;
  bool is_trigger = false;  // what the property makes the rest depend on
};

struct Told {  // a witness
  std::string sentence;
  std::vector<Cause> causes;
  bool minimal = false;
  std::vector<AtomTold> atoms = {};
};

struct Definition {  // of a DEFINE that a sentence names
  std::string name, text;
  Span where;
};

struct Failure {
  std::string sentence;  // empty when a single trace does not tell
  std::vector<Told> witnesses;
  std::vector<Definition> definitions = {};
};

// REQUIRES a trace that has been replayed as a violation of the property.
Failure failure(const TransitionSystem&, const Property&, const Trace&, bool all = false);

}  // namespace whynot::analyse::why
