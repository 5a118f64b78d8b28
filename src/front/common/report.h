// Small helpers for diagnostics.
#pragma once
#include <string>
#include <utility>

#include "base/diagnostic.h"

namespace whynot::front {

// A further place.  Out of line, because GCC 12 sees overflows in the inlined strings that are not there.
void add_label(Diagnostic&, Span where, std::string text);

}  // namespace whynot::front
