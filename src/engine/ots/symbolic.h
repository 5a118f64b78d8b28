// Bounded search by SMT, with unboundedly many elements in the loose sorts: k steps of the system as one formula.
// What it finds is rebuilt by the concrete semantics in a scope that holds the elements the solver used.
//
// It also answers the question that Ogata et al. 2006 leave open in their conclusion, how many entities are enough
// for a depth: a run mentions no more elements than its transitions and the violation have parameters, and leaving
// out what is not mentioned changes no step of it, as long as nothing quantifies over
// the others.
#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "base/context.h"
#include "model/ots/ots.h"

namespace whynot::engine::ots {

struct SymbolicOutcome {
  std::optional<Trace> trace;                 // shortest, replayed
  std::shared_ptr<whynot::ots::Scope> scope;  // of the trace; keep it as long as the trace is replayed
  std::size_t none_up_to = 0;                 // depths looked at without a counterexample (when there is no trace)
  bool complete = false;                      // none_up_to is the depth that was asked for
  std::string reason;                         // why not: the solver's words, or a limit
  std::optional<std::size_t> fewest;          // elements per loose sort that a counterexample of that depth needs
};

// `ots` is given further elements where the solver uses more than the specification names.
SymbolicOutcome search_symbolically(whynot::ots::Ots&, const whynot::ots::Predicate&, std::size_t depth, Context&);

// Elements per loose sort that are enough for all counterexamples up to the depth; nothing when the specification
// quantifies inside guards, effects or the predicate.
std::optional<std::size_t> enough_elements(const whynot::ots::Ots&, const whynot::ots::Predicate&, std::size_t depth);

}  // namespace whynot::engine::ots
