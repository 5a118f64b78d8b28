// Functions as rewriting.  A function that does not call itself is its body; one that does is unfolded where the
// argument it recurs on is built by a constructor, so that unfolding ends.  Of calls beyond the specification's
// functions nothing is known: writers of exports use them for operators of their own.
#pragma once
#include <cstddef>
#include <optional>

#include "model/ots/ots.h"

namespace whynot::encode::ots {

bool has_quantifier(whynot::ots::Term);
bool is_recursive(const whynot::ots::Ots&, std::size_t function);

// The parameter that every recursive call of the function makes smaller, if it is recursive and there is one.
std::optional<std::size_t> recursion_parameter(const whynot::ots::Ots&, std::size_t function);

// Whether equations of the function unfold it at the term: built by a constructor, or a number that is not large.
bool is_unfolded_at(whynot::ots::Term);

// Calls of functions that are not recursive, nor quantify, replaced by their bodies.
whynot::ots::Term inlined(const whynot::ots::Ots&, whynot::ots::Term);

}  // namespace whynot::encode::ots
