// Any finite system as a circuit of inputs, latches and gates, for the formats of hardware.
//
// A step of the circuit is a state of the system, and its inputs are those of the transition that leaves it.  Variables
// that are given a value by a function of these are latches; the others are inputs of the circuit, and what the model
// says of a transition is a constraint on the state after it, which remembers the state before.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "encode/circuit.h"
#include "model/model.h"

namespace whynot::session {

struct Netlist {
  struct Cell {
    std::string name;
    encode::Bits bits;                                      // inputs of the graph, the least significant first
    encode::Bits next = {};                                 // of a latch; else empty
    std::optional<std::vector<bool>> reset = std::nullopt;  // of a latch; nothing: any value
    bool is_latch() const { return !next.empty(); }
  };
  struct Question {
    std::string name;
    bool justice = false;                   // again and again all of these; else: never the one
    std::vector<solve::Lit> literals = {};  // what a counterexample makes true
    bool is_cover = false;                  // what makes it true is no counterexample but wanted
    std::string symbol() const;             // that stands for it in a file
  };
  solve::Aig graph;
  std::vector<Cell> cells;
  std::vector<solve::Lit> constraints;
  std::vector<Question> questions;    // those of states first
  std::vector<std::string> left_out;  // names of properties that are no question about single runs
};

// REQUIRES that all types have codes.
Netlist netlist_of(const TransitionSystem&, const std::vector<Property>&);

std::string aiger_text(const Netlist&, bool binary);
std::string btor2_text(const Netlist&);
// The system itself as SMV.
std::string smv_text(const TransitionSystem&, const std::vector<Property>&);

}  // namespace whynot::session
