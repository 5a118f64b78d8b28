// From syntax to the Efsa: looks states, variables, parameters and constants up, against the model where
// that matters (an unquoted name in a guard may be a constant only if the model has it).
#pragma once
#include <set>
#include <string>

#include "base/diagnostic.h"
#include "front/pds/syntax.h"
#include "model/pds/efsa.h"
#include "model/pds/pds.h"

namespace whynot::front::pds {

// An event in `defined` has a meaning, whether or not the model has one.
Efsa build_property(const PropertySection&, const Pds&, const std::set<std::string>& defined, Diagnostics&);

}  // namespace whynot::front::pds
