// Properties of the instances, and those that come later as text.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "front/smv/instantiate.h"
#include "front/smv/scope.h"
#include "model/property.h"

namespace whynot::front::smv {

// Elaborates one property; nothing if it is wrong.  Its name stays empty where none is given.
std::optional<Property> read_property(const File&, Scope&, const Item&, Diagnostics&);

// Gives names to those without: ctl1, ctl2, …, ltl1, … by kind, in order; given names are kept apart.
void name_properties(std::vector<Property>&, Diagnostics&);

}  // namespace whynot::front::smv
