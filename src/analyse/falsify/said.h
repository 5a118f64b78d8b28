// What a specification says of itself beside its invariants: theorems, and runs that there are or are not.
#pragma once
#include <optional>
#include <span>
#include <string>

#include "base/context.h"
#include "model/ots/ots.h"

namespace whynot::analyse::falsify {

struct Said {
  std::optional<bool> is_so;  // nothing: not known
  std::string why;            // in words, where it is not so or not known
};

// Whether the theorem follows from the axioms.
Said check_theorem(const whynot::ots::Ots&, const whynot::ots::Theorem&, Context&);

// Whether there is such a run, if the specification says that there is, or none.  One is looked for within the scopes;
// that there is none, for any number of elements, is asked of the solver.
Said check_run(const whynot::ots::Ots&, const whynot::ots::Run&, std::span<const whynot::ots::Scope>, Context&);

}  // namespace whynot::analyse::falsify
