// Classes for runs of any length.  The automaton of each class runs beside the model, as one further variable; that
// no passing run is in a class, and that no counterexample is outside all of them, are then invariants of the
// product, which the engines prove or refute without a bound.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analyse/classify/facts/facts.h"
#include "analyse/classify/solver/runs.h"

namespace whynot::analyse::classify {

enum class Proof { Proved, Refuted, Open };

struct UnboundedAnswer {
  Proof coverage = Proof::Open;
  std::vector<Proof> sufficiency;  // by class
  std::size_t longest = 0;         // transitions of the longest run that refutes one of them
  std::string doubt;               // why what is proved is not confirmed by independent code; empty when not asked
};

// Nothing is proved where violations are lassos.  With `within`, coverage is that of the counterexamples that
// satisfy it.  `certify`: let checked proofs confirm what engines prove.
UnboundedAnswer prove_unbounded(const Question&, const Vocabulary&, const std::vector<TraceClass>&,
                                const std::optional<TraceClass>& within, bool certify, Context&);

// Only whether every counterexample of any length is in a class.
Proof prove_coverage(const Question&, const Vocabulary&, const std::vector<TraceClass>&, Context&);

}  // namespace whynot::analyse::classify
