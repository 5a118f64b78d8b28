// Clauses of a sentence: atoms that have the same truth at the same steps.
#pragma once
#include <string>
#include <vector>

#include "analyse/why/spelling.h"
#include "analyse/why/witness.h"

namespace whynot::analyse::why {

struct Clause {
  enum class When { Once, Several, FromThenOn, UpToThen };
  std::vector<std::size_t> atoms;  // several only where they say one thing of one variable
  bool holds = false;
  std::vector<std::size_t> steps;
  When when = When::Once;
};

// In the order trigger, answer; as the formula has them else.
std::vector<Clause> clauses(const Trace&, const Reading&, const Spelling&, const std::vector<Cell>&);

// Without a stop at the end.  `all`: however long it is.
std::string sentence(const TransitionSystem&, const Trace&, const Reading&, const Spelling&, const std::vector<Clause>&,
                     bool loops, bool all);

// "at step 3", "at steps 0 to 3", "at steps 0, 2 and 5".
std::string at_steps(const std::vector<std::size_t>&, std::string_view at = "at");
// "; the run stays in step 2 for ever"
std::string loop_words(const Trace&);

}  // namespace whynot::analyse::why
