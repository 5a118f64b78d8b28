// A co-safety formula on finite runs, as a circuit: whether the positions that a run has make it true, whatever
// comes after.  What lies beyond the end of the run counts as false; so the circuit says of the negation of a
// safety property just what TraceTruth calls False of the property itself.
#pragma once
#include <optional>
#include <vector>

#include "encode/unroll.h"

namespace whynot::classify {

class FiniteTruth {
 public:
  // In negation normal form, with F, U, X and past operators only.
  FiniteTruth(encode::BitSystem&, Expr formula);

  // At position 0 of a run whose positions are 0..last, as far as `has` says so.
  solve::Lit at_start(encode::Unroll&, const std::vector<solve::Lit>& has, std::size_t last) const;

 private:
  struct Node {
    Op op;
    std::vector<std::size_t> args;
    std::optional<solve::Lit> atom;
    bool leaves = false;  // an atom that speaks of the transition that leaves its position
  };
  using Row = std::vector<solve::Lit>;
  Row row(const Node&, const std::vector<Row>& rows, encode::Unroll&, const Row& has, std::size_t last) const;
  std::vector<Node> nodes_;
};

}  // namespace whynot::classify
