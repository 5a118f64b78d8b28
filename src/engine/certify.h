// Confirms verdicts, by questions to a solver that have no answer, each with a proof that is checked
// (solve/drat.h).  What it shares with the engines: the model as a circuit (encode::BitSystem, for k-induction also
// encode::Unroll), and formulas in their basic operators.  A mistake there would mislead both.
//
// For an invariant the certificate's set must contain the initial states and the successors of its own, and the
// invariant hold in it.  For CTL each temporal part has a set of states: that the part is true there follows from
// a choice function (someone goes on) or from all steps (everybody does), see Certificate.  For LTL no run of the
// product with the negation may keep its promises.  k-induction is asked again, all at once.
#pragma once
#include <optional>
#include <string>

#include "base/context.h"
#include "engine/certificate.h"
#include "engine/portfolio.h"
#include "model/query.h"

namespace whynot::engine {

// Why the certificate does not show that the property holds (or, of a CTL property, that it is violated); nothing
// when it does.
std::optional<std::string> refuses(const TransitionSystem&, const Property&, bool holds, const Certificate&, Context&);
std::optional<std::string> refuses(const TransitionSystem&, Expr invariant, const Induction&, Context&);

// Why independent code does not confirm the answer; nothing when it does.  Traces are confirmed by replay, not here.
// Where the engine that decided has nothing to show, the one of decision diagrams is asked.
std::optional<std::string> doubt(const Query&, Answer&, Context&);

}  // namespace whynot::engine
