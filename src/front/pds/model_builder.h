// From syntax to the Pds: looks names up, expands short forms, splits right-hand sides longer than two,
// applies event maps, and says what does not fit.
#pragma once
#include "base/diagnostic.h"
#include "base/source.h"
#include "front/pds/syntax.h"
#include "model/pds/pds.h"

namespace whynot::front::pds {

// Adds the files named by `! file:line` to the sources.
Pds build_model(const PdsDocument&, Sources&, Diagnostics&);

}  // namespace whynot::front::pds
