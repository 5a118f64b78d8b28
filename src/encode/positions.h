// Trace constraints as circuits over frames.  "There are positions such that …" is a disjunction over all
// tuples of positions; position by position (bucket elimination) it stays small when facts and orders tie
// few positions together, and being a circuit it serves the constraint and its negation alike.
#pragma once
#include <map>
#include <set>
#include <vector>

#include "encode/unroll.h"
#include "model/constraint.h"

namespace whynot::encode {

class Positions {
 public:
  // The pool of the bit system must outlive this.
  Positions(const TraceConstraint&, const BitSystem&);

  // The variables that the facts speak of.
  std::vector<Expr> support() const;

  // Whether a run with positions 0..last satisfies the constraint.  `leaves_last` tells whether a transition
  // leaves the last position: without one it has no inputs.
  Lit holds(Unroll&, std::size_t last, bool leaves_last);

 private:
  using Tuple = std::vector<std::size_t>;
  struct Fact {
    Lit literal;  // in graph_
    Tuple scope;  // the positions it speaks of, increasing
    std::set<std::size_t> reads_inputs_at;
    std::map<Tuple, Lit> known;  // by the frames of its positions
  };
  struct Leaf {  // the bits of a variable at a position, inputs of graph_
    std::size_t variable, position;
    Bits bits;
  };
  struct Factor {  // a condition on the positions of its scope
    Tuple scope;
    std::map<Tuple, Lit> table;  // what is missing is FALSE
  };
  Bits leaf(const BitSystem&, Expr at);
  void add_fact(Blaster&, const BitSystem&, Expr);
  void drop_implied_orders();
  Lit fact_at(Fact&, Unroll&, const Tuple& frames);
  // Calls `visit` with each way to place the positions of a scope within 0..last.
  template <class Visit>
  void for_each_placement(const Tuple& scope, std::size_t last, Visit visit) const;
  std::vector<Factor> factors(Unroll&, std::size_t last, bool leaves_last);
  Factor eliminate(Aig&, std::size_t position, const std::vector<Factor>&, std::size_t last) const;

  TraceConstraint constraint_;
  Aig graph_;
  std::vector<Leaf> leaves_;
  std::vector<Fact> facts_;
};

}  // namespace whynot::encode
