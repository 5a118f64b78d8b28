// From syntax to the Efsa: looks states, variables, parameters and constants up, against the model where
// that matters (an unquoted name in a guard may be a constant only if the model has it).
#pragma once
#include "base/diagnostic.h"
#include "front/pds/syntax.h"
#include "model/pds/efsa.h"
#include "model/pds/pds.h"

namespace whynot::front::pds {

Efsa build_property(const PropertySection&, const Pds&, Diagnostics&);

}  // namespace whynot::front::pds
