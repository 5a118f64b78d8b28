// "The run is in this class", as one literal.  The positions of the constraint are eliminated one after the
// other (bucket elimination): the circuit stays small where facts and gaps tie few positions together, and
// serves the class and its complement alike.
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "analyse/classify/solver/circuits.h"
#include "analyse/classify/solver/runs.h"

namespace whynot::analyse::classify {

class Occurrence {
 public:
  // All must outlive this.
  Occurrence(RunFrames& runs, const Vocabulary& vocabulary)
      : runs_(runs), vocabulary_(vocabulary), circuits_(vocabulary) {}

  // Nothing when too many positions are tied together for the circuit to be made.
  std::optional<Lit> of(const TraceClass&);

 private:
  struct Factor {                   // a condition on the positions of its scope
    std::vector<PositionId> scope;  // increasing
    std::vector<Lit> table;         // by the steps of the scope, the first varying fastest
  };
  PredicateCircuits::Source source(const std::vector<std::size_t>& steps);
  Lit part_at(const Vocabulary::Part&, const std::vector<std::size_t>& steps);
  Lit leaving(Expr body, std::size_t step);
  Lit span_at(const Vocabulary::Part&, const std::vector<std::size_t>& steps);
  Factor gap_factor(const Fact&);
  std::optional<Factor> part_factor(const Fact&, const Vocabulary::Part&);
  bool add_factors(const Fact&, std::vector<Factor>&);
  Factor presence(PositionId);
  std::optional<std::size_t> table_size(std::size_t positions) const;  // nothing: too large
  std::optional<Factor> eliminate(PositionId, const std::vector<Factor>&);
  template <class Visit>
  void for_each_placement(std::size_t positions, Visit) const;

  RunFrames& runs_;
  const Vocabulary& vocabulary_;
  PredicateCircuits circuits_;
  std::map<std::vector<std::size_t>, Lit> known_;               // parts of facts at steps
  std::map<std::pair<std::size_t, std::size_t>, Lit> leaving_;  // conditions of spans, by step
};

}  // namespace whynot::analyse::classify
