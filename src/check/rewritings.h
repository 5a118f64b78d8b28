// Whether a formula and what it was rewritten to say the same, as far as random words tell: the rewritings (negation
// normal form, bounds written out, CTL in few operators) are shared with the engines, so that they are tried here each
// time before their result is believed.
#pragma once
#include "base/context.h"
#include "check/circuit.h"
#include "model/property.h"
#include "model/system/transition_system.h"

namespace whynot::check {

constexpr std::size_t tried_words = 200;

// LTL, at every position of random lassos over values of the variables' types.
Refusal disagree_on_words(const TransitionSystem&, Expr formula, Expr rewritten, Context&);
// CTL, in every state of random graphs of a few states; each has a successor.
Refusal disagree_in_graphs(const TransitionSystem&, Expr formula, Expr rewritten, Context&);

// Whether the property says something else than that the invariant holds always.
Refusal is_not_always(const TransitionSystem&, const Property&, Expr invariant, Context&);

}  // namespace whynot::check
