// Certificates: what shows that an invariant holds, to be believed only after code that shares nothing with the
// engine has confirmed it.  An inductive set contains the initial states and the successors of its own, and the
// invariant holds in it: three questions to a solver, none of which has an answer, each with a proof that is
// checked (solve/drat.h).  k-induction is asked again likewise, all at once.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "model/query.h"
#include "solve/aig.h"

namespace whynot::engine {

// A set of states as a circuit of its own over bits of variables.
struct InductiveSet {
  struct Bit {
    std::size_t variable = 0, bit = 0;  // as declared; the least significant first
  };
  solve::Aig graph;
  std::vector<Bit> bits;  // of the inputs, in the order of their making
  solve::Lit states;
};

// Why the certificate does not show that the invariant holds in all reachable states; nothing when it does.
std::optional<std::string> refuses(const TransitionSystem&, Expr invariant, const InductiveSet&, Context&);
std::optional<std::string> refuses(const TransitionSystem&, Expr invariant, const Induction&, Context&);

}  // namespace whynot::engine
