// Predicates as circuits: each is made once over bits of its own, then copied to wherever its positions are.
#pragma once
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "analyse/classify/facts/facts.h"
#include "analyse/classify/solver/runs.h"
#include "encode/blast.h"
#include "solve/substitution.h"

namespace whynot::analyse::classify {

class PredicateCircuits {
 public:
  // The vocabulary, which may grow, must outlive this.
  explicit PredicateCircuits(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  // Where the arguments of a predicate get their bits from: the code of a variable at the n-th argument's
  // position (nothing: it has no value there, and the predicate does not hold), and the number of a position.
  struct Source {
    std::function<std::optional<encode::Bits>(Expr variable, std::size_t argument)> code;
    std::function<encode::Bits(std::size_t argument)> place;
    std::function<encode::Bits()> last;
    std::function<std::optional<encode::Bits>()> loop;  // nothing: there is no loop
  };
  // `body` is a predicate's, or a part of it.
  solve::Lit instance(Expr body, solve::Aig& to, const Source&);
  // Of a span: argument 0 is the step, argument 1 the one after it.  What a finite run ends without is true.
  solve::Lit leaving(Expr body, RunFrames& runs, std::size_t step, Source);

 private:
  struct Leaf {
    enum class Kind { Value, Place, Last, Loop } kind = Kind::Value;
    Expr variable;
    std::size_t argument = 0;
    encode::Bits bits;
  };
  struct Circuit {
    solve::Aig graph;
    solve::Lit holds;
    std::vector<Leaf> leaves;
  };
  const Circuit& circuit(Expr body);
  Leaf leaf(Expr, solve::Aig&) const;

  const Vocabulary& vocabulary_;
  std::unordered_map<Expr, Circuit, ExprHash> circuits_;
};

}  // namespace whynot::analyse::classify
