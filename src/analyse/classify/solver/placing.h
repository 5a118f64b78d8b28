// "There are positions such that these facts hold", asked of a solver under assumptions: every position is an
// unknown of its own, every fact a literal that, when assumed, makes the fact true.  Positions are in order
// encoding (one bit says "at p or later"), so that gaps cost a clause per position of the run; the values at an
// unknown position are copies of the values at the position it stands for.
#pragma once
#include <map>
#include <vector>

#include "analyse/classify/solver/circuits.h"
#include "analyse/classify/solver/runs.h"

namespace whynot::analyse::classify {

class Placing {
 public:
  // All must outlive this.
  Placing(Runs& runs, const Vocabulary& vocabulary) : runs_(runs), vocabulary_(vocabulary), circuits_(vocabulary) {}

  // The literal to assume for a fact.
  int literal(const Fact&);
  // Where the positions are in the last model.
  std::size_t step_of(PositionId);

 private:
  struct Place {
    std::vector<Lit> at_or_after;          // by position of the run; the first is TRUE
    std::map<std::uint32_t, Bits> copies;  // of variables, by id
  };
  Place& place(PositionId);
  Lit stands_at(const Place& place, std::size_t position);
  Lit from(const Place& place, std::size_t position) const;
  std::optional<Bits> copy_of(Expr variable, PositionId);
  Bits number(PositionId);
  Bits last();
  Lit gap_literal(const Fact&);
  void require_span(Lit assumed, const Vocabulary::Part&, const Fact&);
  Lit predicate_literal(const Fact&);

  Runs& runs_;
  const Vocabulary& vocabulary_;
  PredicateCircuits circuits_;
  std::vector<Place> places_;
  std::map<PositionId, Place> fixed_;
  std::map<std::vector<std::uint32_t>, int> literals_;  // of facts
};

}  // namespace whynot::analyse::classify
