// Clauses that no sampled state violates: what an invariant might be made of.
//
// A template has some variables of each sort, pairwise different, and the atoms that the specification's observers form
// over them.  Each sampled state gives a row of truth values for each choice of the variables; the candidates are the
// minimal clauses that are true in all rows.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/context.h"
#include "model/ots/ots.h"

namespace whynot::analyse::falsify {

struct Samples {
  const whynot::ots::Scope* scope = nullptr;
  std::vector<State> states;
};

struct CandidateShape {
  std::size_t literals = 2;   // of a clause, at most
  std::size_t variables = 3;  // in all, at most
  bool exists = false;        // atoms may say that there is something
};

// None where an observer shows something else than truth values, elements and constants.
std::vector<whynot::ots::Predicate> candidate_clauses(const whynot::ots::Ots&, std::span<const Samples>,
                                                      const CandidateShape&, Context&);

}  // namespace whynot::analyse::falsify
