// k-induction with simple paths (Sheeran, Singh & Stålmarck, FMCAD 2000): an invariant holds if it holds in
// the first k steps of all runs, and k steps in which it holds, through different states, are never followed
// by one in which it fails.  States are told apart by the variables that matter for the invariant, and only
// where the solver repeats one.
//
// AG p and G p are proved the same way: p in all reachable states is more than they ask.  Their violations
// are those of bounded checking, which knows about infinite and fair runs.
#pragma once
#include "engine/engine.h"

namespace whynot::engine {

const Engine& induction_engine();

// The p of an invariant p, AG p or G p (or !F !p and the like); null for anything else.
Expr invariant_of(ExprPool&, const Property&);

// Why k positions where the invariant holds do not prove it: k + 1 of different states, from one that may not be
// reachable, of which the last alone violates it.  Nothing: there is none, or the context said stop.
std::optional<Trace> step_counterexample(const TransitionSystem&, Expr invariant, std::size_t k, Context&);

}  // namespace whynot::engine
