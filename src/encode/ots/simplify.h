// Background facts as rewriting: constructors are free (injective, disjoint, without cycles), selectors take apart
// what constructors build, memberships go through insertions and conditionals down to observers, lists have heads
// and tails, recursive functions are unfolded on constructors.  What remains are formulas whose atoms a case split can
// speak about.
#pragma once
#include "model/ots/ots.h"

namespace whynot::encode::ots {

using whynot::ots::Ots;
using whynot::ots::Term;

// An equivalent term; formulas come out of not, and, or over atoms.
Term simplify(const Ots&, Term);

// A sum, difference or comparison of known numbers as its value, and what a zero leaves unchanged; else the term.
Term fold_arithmetic(const Ots&, Term);

// A literal kept as one where decomposing its equation would make a disjunction of it.
Term simplify_literal(const Ots&, Term literal);

// The term in the state after the transition, its parameters being the transition's own variables: `P(t(s))` of
// Ogata et al. 2006, section 6.  Simplified.
Term after(const Ots&, const whynot::ots::Transition&, Term);
Term unsimplified_after(const Ots&, const whynot::ots::Transition&, Term);

// What an observer shows after an update of it; `otherwise` where the update leaves it alone.
Term updated(whynot::ots::TermPool&, const whynot::ots::Update&, Term observed, Term otherwise);

// The term in an initial state: observers with one initial value are replaced by it.
Term initially(const Ots&, Term);
Term unsimplified_initially(const Ots&, Term);

}  // namespace whynot::encode::ots
