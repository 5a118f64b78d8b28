// Small helpers for diagnostics.
#pragma once
#include <string>
#include <string_view>
#include <utility>

#include "base/diagnostic.h"

namespace whynot::front {

constexpr const char* booleans_are_not_numbers = "booleans are not numbers: write TRUE for 1 and FALSE for 0";

// A further place.  Out of line, because GCC 12 sees overflows in the inlined strings that are not there.
void add_label(Diagnostic&, Span where, std::string text);

// What to write instead of a token that is not SMV, e.g. `R`, `integer`, `==`; may be empty.
std::string advice_on(std::string_view token);

}  // namespace whynot::front
