// Small helpers for diagnostics.
#pragma once
#include <string>
#include <utility>

#include "base/diagnostic.h"

namespace whynot::front {

constexpr const char* booleans_are_not_numbers = "booleans are not numbers: write TRUE for 1 and FALSE for 0";

// A further place.  Out of line, because GCC 12 sees overflows in the inlined strings that are not there.
void add_label(Diagnostic&, Span where, std::string text);

}  // namespace whynot::front
