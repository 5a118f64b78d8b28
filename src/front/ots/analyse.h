// What is checked of a specification after its sorts are right: functions terminate, bounded state spaces are
// finite, guards say what they seem to say.
#pragma once
#include "base/diagnostic.h"
#include "model/ots/ots.h"

namespace whynot::front::ots {

// Every call of a function by itself makes one and the same argument smaller.  Where that rests on what stands before
// the call in `and`, `or` or `=>`, these become conditionals, whose other branch nobody looks at.
void check_termination(const whynot::ots::Ots&, whynot::ots::Function&, Diagnostics&);

// Each parameter of an infinite sort is bound by a membership or an equation (Ogata et al. 2006, Theorem 1): an
// error for transitions, a warning for invariants.
void check_range_restriction(const whynot::ots::Ots&, Diagnostics&);

// Likewise what is quantified over: an error everywhere, since a search could not tell whether the formula holds.
void check_quantifiers(const whynot::ots::Ots&, Diagnostics&);
void check_quantifiers(const whynot::ots::Ots&, whynot::ots::Term, const std::string& of, const Span&, Diagnostics&);

// Two memberships in one bag may mean one and the same occurrence.
void check_occurrences(const whynot::ots::Ots&, Diagnostics&);

}  // namespace whynot::front::ots
