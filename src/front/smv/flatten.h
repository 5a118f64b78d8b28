// From a syntax tree to a flat TransitionSystem with its properties.
#pragma once
#include <memory>

#include "front/smv/module.h"
#include "front/smv/scope.h"
#include "front/smv/smv.h"

namespace whynot::front::smv {

// Fills `program`; what is wrong goes to the diagnostics, and then the program is not to be used.
void flatten(const File&, const std::shared_ptr<Scope>&, Program&, Diagnostics&);

}  // namespace whynot::front::smv
