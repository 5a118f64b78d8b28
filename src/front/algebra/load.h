// The subset of Maude and CafeOBJ that observational transition systems are written in: text to checked model.
//
// Maude: the state is a soup of observer components, or one term; rules say how components change.  CafeOBJ: the state
// is of a hidden sort; equations say what observers show after each transition.
#pragma once
#include <memory>
#include <vector>

#include "front/algebra/syntax/syntax.h"
#include "model/ots/ots.h"

namespace whynot::front::algebra {

// One specification for each module that no other of its kind imports, and each term that searches begin with.  Only
// what is free of errors may be used: look at the diagnostics first.
std::vector<std::unique_ptr<whynot::ots::Ots>> load(const Sources&, FileId, Dialect, const LoadFile&, Diagnostics&);

}  // namespace whynot::front::algebra
