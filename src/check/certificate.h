// Certificates: what shows that a verdict is right, as plain gates, to be believed only after code that shares
// nothing with the engine has confirmed it (check/certificate_check.h).
//
//  - A set that contains the initial states and that no step leaves shows where runs can be.
//  - A way shows that runs exist: rings of states around a goal, and a choice function that leads from each state
//    into a ring further in.
//  - Stages show that runs end or are unfair: what leaves a stage goes to one before it, and who stays in it for
//    ever breaks a promise.  They are the order in which Emerson & Lei's fixpoint takes states away.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "expr/expr.h"

namespace whynot::check {

// Gates over boolean inputs.  A literal is twice the number of a node, plus one for its complement.
struct Gates {
  struct Node {
    std::uint32_t a = 0, b = 0;  // the literals of nodes before it, of which it is the AND; both 0 for an input
  };
  std::vector<Node> nodes{1};  // node 0 is FALSE

  bool is_input(std::size_t node) const { return node > 0 && nodes[node].a == 0 && nodes[node].b == 0; }
};

struct Certificate {
  using Lit = std::uint32_t;
  struct Bit {
    // As declared, least significant of its code first; then what is remembered, copies of all these, and what is saved
    std::size_t variable = 0, bit = 0;  // (bit 0: something is; bit i + 1: promise i was kept since)
  };
  struct Chosen {
    Bit bit;        // of an input, or of a next value
    Lit value = 0;  // over current bits
  };
  struct Given {
    Expr leaf;   // an input, or a `next`, of which no bit is chosen
    Expr value;  // over the state, what is chosen, and what was given before
  };
  struct Way {
    std::vector<Lit> rings;
    std::vector<Chosen> choice;
  };
  struct Stage {
    enum class Why { NoWayOn, Justice, Compassion } why = Why::NoWayOn;
    std::size_t index = 0;  // of the model's conditions; beyond them, the promises of what is remembered
    Lit states = 0;
    Lit closure = 0;  // of compassion: what cannot be left, and never sees its second part again
  };
  // One of EX p, E[p U q] and EG p, or for EG TRUE the states that start a fair run.
  struct Label {
    Expr formula;
    Lit states = 0;
    std::vector<Way> ways;      // for EG one to each justice condition, at least one
    std::vector<Stage> stages;  // for EG: of the other states
  };

  Gates gates;
  std::vector<Bit> bits;         // of the inputs, in the order of their numbers
  std::vector<Expr> remembered;  // for LTL: subformulas of the negation in normal form, a bit each
  // LTL, and CTL that says the same: the negation stands beside FG !p | GF q for each COMPASSION (p, q), so that no
  // stage speaks of them.
  bool counts_promises = false;
  Lit reached = 0;
  std::vector<Label> labels;
  std::vector<Given> given;  // what remains of a step after the choice of any way
};

}  // namespace whynot::check
