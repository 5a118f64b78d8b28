// The certificate of a verdict (check/certificate.h), read off the diagrams: reachable states, rings and the
// order in which fair hulls shrink, and choice functions cut out of the relation bit by bit.
#pragma once
#include <optional>

#include "check/certificate.h"
#include "engine/symbolic/model.h"
#include "model/property.h"

namespace whynot::engine::symbolic {

// REQUIRES a verdict that came of this model.  Nothing when the manager failed, or it would be very large.
std::optional<check::Certificate> certificate_of(Model&, const Property&, bool holds);

}  // namespace whynot::engine::symbolic
