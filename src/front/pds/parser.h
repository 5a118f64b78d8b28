// Text of the pushdown languages to syntax.  A file is a row of sections, each opened by its keyword:
// `pds`, `events`, `property`.  After a mistake the parser goes on with the next line.
#pragma once
#include "base/diagnostic.h"
#include "base/source.h"
#include "front/pds/syntax.h"

namespace whynot::front::pds {

void parse_pds(const Sources&, FileId, PdsDocument& into, Diagnostics&);

}  // namespace whynot::front::pds
