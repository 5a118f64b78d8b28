// Certificates: what shows that a verdict is right, as plain circuits, to be believed only after code that shares
// nothing with the engine has confirmed it (engine/certify.h).
//
//  - A set that contains the initial states and that no step leaves shows where runs can be.
//  - A way shows that runs exist: rings of states around a goal, and a choice function that leads from each state
//    into a ring further in.
//  - Stages show that runs end or are unfair: what leaves a stage goes to one before it, and who stays in it for
//    ever breaks a promise.  They are the order in which Emerson & Lei's fixpoint takes states away.
#pragma once
#include <cstddef>
#include <vector>

#include "expr/expr.h"
#include "solve/aig.h"

namespace whynot::engine {

struct Certificate {
  using Lit = solve::Lit;
  struct Bit {
    std::size_t variable = 0, bit = 0;  // as declared, the least significant first; beyond them, what is remembered
  };
  struct Chosen {
    Bit bit;    // of an input, or of a next value that the model does not give by a function
    Lit value;  // over current bits
  };
  struct Way {
    std::vector<Lit> rings;
    std::vector<Chosen> choice;
  };
  struct Stage {
    enum class Why { NoWayOn, Justice, Compassion } why = Why::NoWayOn;
    std::size_t index = 0;  // of the model's conditions; beyond them, the promises of what is remembered
    Lit states;
    Lit closure;  // of compassion: what cannot be left, and never sees its second part again
  };
  // One of EX p, E[p U q] and EG p, or for EG TRUE the states that start a fair run.
  struct Label {
    Expr formula;
    Lit states;
    std::vector<Way> ways;      // for EG one to each justice condition, at least one
    std::vector<Stage> stages;  // for EG: of the other states
  };

  solve::Aig graph;
  std::vector<Bit> bits;         // of the inputs, in the order of their making
  std::vector<Expr> remembered;  // for LTL: subformulas of the negation in normal form, a bit each
  Lit reached;
  std::vector<Label> labels;
};

}  // namespace whynot::engine
