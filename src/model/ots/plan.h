// How to find all values of some variables that make a conjunction true.  A positive membership atom binds the
// variables of its pattern, so does an equation with a pattern; finite sorts are run through; everything else
// filters as soon as its variables are known.  That each variable is bound one of these ways is the range
// restriction that makes bounded state spaces finite (Ogata et al. 2006, Theorem 1).
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "model/ots/ots.h"

namespace whynot::ots {

struct Move {
  enum class Kind : std::uint8_t {
    Filter,  // `term` must be true
    Member,  // match `term` against each distinct member of `source`
    Match,   // match `term` against the value of `source`
    Domain,  // give `var` each value of its finite sort
    Active,  // give `var` each value of its sort that occurs in the state
  };
  Kind kind = Kind::Filter;
  Term term, source;
  VarId var = 0;
};

struct Plan {
  std::vector<Move> moves;
  std::vector<VarId> unbound;  // those left to Move::Active
};

// `is_finite` tells which sorts can be run through.
Plan plan_bindings(TermPool&, std::span<const VarId> vars, std::span<const Term> conjuncts,
                   const std::function<bool(SortId)>& is_finite);

}  // namespace whynot::ots
