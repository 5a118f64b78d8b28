// A solver for very many short questions about one and-inverter graph.  A question is answered on the part of the graph
// that its literals, and what all states must satisfy, depend on; the rest of the graph costs nothing.
#pragma once
#include "solve/aig.h"
#include "solve/circuit_sat/clause_search.h"

namespace whynot::solve {

class CircuitSat {
 public:
  // Both must outlive this.  A copy knows the same clauses, and what was learned.
  CircuitSat(const Aig& graph, Context& context) : graph_(&graph), search_(context) {}

  void require(Lit);                       // it is true
  void require_any(std::span<const Lit>);  // one of them is true
  // Puts the gates below it into the solver, so that copies have them.
  void prepare(Lit);

  // Whether what is required can be true together with all assumptions and with one of `extra`, where there are any.
  Answer solve(std::span<const Lit> extra, std::span<const Lit> assumed, std::uint64_t conflicts);

  // After Sat.  REQUIRES an input, or a node below a literal of the question; other inputs are FALSE.
  bool value(Lit) const;
  bool failed(Lit assumed) const;  // after Unsat
  std::uint64_t effort() const { return search_.effort(); }

 private:
  void add_gate(std::uint32_t node);
  void concern(std::uint32_t node);
  void always_concern(std::uint32_t node);

  const Aig* graph_;
  ClauseSearch search_;
  std::vector<bool> has_gate_, is_always_;         // by node
  std::vector<std::uint32_t> always_;              // closed under what they depend on
  std::vector<std::vector<std::uint32_t>> below_;  // by node: what its gate depends on
  std::vector<std::uint32_t> stack_;
  bool has_false_ = false;  // among the last assumptions
};

}  // namespace whynot::solve
