// LTL on runs of a known shape, as a circuit over their frames.
//
// On a finite run: whether the positions that it has make a co-safety formula true, whatever comes after.  What
// lies beyond the end of the run counts as false; so the circuit says of the negation of a safety property just
// what TraceTruth calls False of the property itself.
//
// On a lasso: the loop is written out once more for each past operator that stands inside another, because they
// can tell its rounds apart that far; after that all rounds are alike (Biere et al., LMCS 2006).
#pragma once
#include <optional>
#include <vector>

#include "encode/unroll.h"

namespace whynot::analyse::classify {

class FormulaTruth {
 public:
  // In negation normal form, without bounds.
  FormulaTruth(encode::BitSystem&, Expr formula);

  // At position 0 of a run whose positions are 0..last, as far as `has` says so.  REQUIRES a formula without G
  // and V.
  solve::Lit on_run(encode::Unroll&, const std::vector<solve::Lit>& has, std::size_t last) const;
  // At position 0 of the lasso with positions 0..depth-1, the last of which leads back to `loop`.  REQUIRES the
  // frame `depth`.
  solve::Lit on_lasso(encode::Unroll&, std::size_t depth, std::size_t loop) const;

 private:
  struct Node {
    Op op;
    std::vector<std::size_t> args;
    std::optional<solve::Lit> atom;
    bool leaves = false;   // an atom that speaks of the transition that leaves its position
    std::size_t past = 0;  // how deep past operators are nested
  };
  using Row = std::vector<solve::Lit>;
  Row row(const Node&, const std::vector<Row>& rows, encode::Unroll&, const Row& has, std::size_t last) const;
  Row lasso_row(const Node&, const std::vector<Row>& rows, encode::Unroll&, std::size_t depth, std::size_t loop) const;
  std::vector<Node> nodes_;
};

}  // namespace whynot::analyse::classify
