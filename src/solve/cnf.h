// The functions of an and-inverter graph as clauses of a solver, node by node as they are needed (Tseitin).
// If-then-else and exclusive or are recognised and cost four clauses without inner variables; trees of ANDs
// that nobody else uses become one AND of many inputs.
#pragma once
#include <cstdint>
#include <vector>

#include "solve/aig.h"
#include "solve/sat.h"

namespace whynot::solve {

class Cnf {
 public:
  // Both must outlive this.
  Cnf(const Aig& aig, Sat& sat) : aig_(aig), sat_(sat) {}

  // The solver's literal that equals `l`; adds clauses for what is below it and not yet there.
  int literal(Lit l);
  void require(Lit l);                     // it is true
  void require_any(std::span<const Lit>);  // one of them is true; as one clause
  // What the last model of the solver says of an input; FALSE if the solver has not heard of it.
  bool input_value(std::uint32_t node) const;
  // The value of each node in the last model.
  std::vector<bool> model() const;

 private:
  struct Gate {
    enum class Kind { And, Ite } kind = Kind::And;
    std::vector<Lit> args;
  };
  void make_room();
  void find_gate(std::uint32_t node, Gate&) const;
  bool find_ite(std::uint32_t node, Gate&) const;
  void define(std::uint32_t node, const Gate&);
  int known(Lit l) const { return l.complemented() ? -variable_[l.node()] : variable_[l.node()]; }
  int make_variable(std::uint32_t node) { return variable_[node] = sat_.new_variable(); }

  const Aig& aig_;
  Sat& sat_;
  std::vector<int> variable_;  // of each node; 0 = not there yet
  std::vector<std::uint32_t> stack_;
};

}  // namespace whynot::solve
