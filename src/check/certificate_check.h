// Confirms claims about all runs of a system, by questions to a solver that have no answer, each with a proof that is
// checked (solve/drat.h).  The model is read by the room's own encoding: its deps.txt says that nothing of `encode`,
// `rewrite` or the engines has a part in it.  What is still shared with the engines:
//
//  - the parser, TransitionSystem and Expr: what the text of a model means;
//  - CaDiCaL, whose proofs are checked, and whose values are evaluated where some are wanted;
//  - three rewritings of formulas: negation_normal_form, expand_bounds and core_ctl.  Before anything is confirmed,
//    formula and rewritten formula are evaluated on 200 random words (for CTL: in the states of as many random graphs)
//    and must agree (check/rewritings.h).
//
// For an invariant the certificate's set must contain the initial states and the successors of its own, and the
// invariant hold in it.  For CTL each temporal part has a set of states: that the part is true there follows from
// a choice function (someone goes on) or from all steps (everybody does), see Certificate.  For LTL no run of the
// product with the negation may keep its promises.  k-induction is asked again, all at once.
// Clauses beside an invariant are a set like the others, in which the invariant may be taken for granted.
#pragma once
#include "base/context.h"
#include "check/certificate.h"
#include "check/circuit.h"
#include "model/query.h"

namespace whynot::check {

// Why the certificate does not show that the property holds (or, of a CTL property, that it is violated); nothing
// when it does.
Refusal refuses(const TransitionSystem&, const Property&, bool holds, const Certificate&, Context&);
// Why k-induction with this invariant does not show that the property holds.
Refusal refuses(const TransitionSystem&, const Property&, Expr invariant, const Induction&, Context&);
// Why the clauses, with this invariant, do not show that the property holds.
Refusal refuses(const TransitionSystem&, const Property&, Expr invariant, const Invariant&, Context&);

}  // namespace whynot::check
