// What a property that holds says, or does not: that it holds for want of a trigger, or a run that puts it to use.
#pragma once
#include <cstddef>
#include <string>

namespace whynot::report {

struct Vacuity {
  std::string property;
  std::string status;    // suspicious, note or interesting
  std::string reason;    // antecedent, irrelevant, no-run or constant; of an interesting run empty
  std::string part;      // of the property; may be empty
  std::size_t line = 0;  // of the property, or of the condition that is to blame; 0: nobody wrote it
  std::string witness;   // the id of a trace; empty: there is none
  std::string sentence;
  bool is_told = false;  // by a diagnostic: not to be said twice
};

}  // namespace whynot::report
