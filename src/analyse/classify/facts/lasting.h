// Variables that keep their value in every run: what is said of them is said of the run, whatever the step.
#pragma once
#include "analyse/classify/facts/facts.h"

namespace whynot::analyse::classify {

bool never_changes(const TransitionSystem&, Expr variable);

// Whether a fact speaks of such variables only.
bool is_lasting(const Vocabulary&, const Fact&);

// The same class with those facts at a position that others speak of, or all at one.
TraceClass with_lasting_facts_joined(const Vocabulary&, TraceClass);

}  // namespace whynot::analyse::classify
