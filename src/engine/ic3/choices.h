// Steps as functions where the model gives them by relations.  TRANS, and assignments of sets, leave bits of the next
// state open and say in conditions what they may become.  Conditions are cut into pieces that speak of few such bits;
// bits that occur together, and with no others, become functions of the state and of a choice each, which take on
// exactly the values that the pieces allow.  Then a cube need not tell why somebody else's choice is allowed, and
// those that are lifted stay small.
#pragma once
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/context.h"
#include "solve/aig.h"

namespace whynot::engine::ic3 {

class Choices {
 public:
  // `open`: inputs of the graph, the bits of the next state that conditions bind; `given`: conditions on the state
  // before.  The graph must outlive this.
  Choices(solve::Aig&, std::vector<std::uint32_t> open, std::span<const solve::Lit> given,
          std::span<const solve::Lit> conditions, Context&);

  // What speaks of open bits, in terms of what they become; the bit itself is its choice from then on.
  solve::Lit apply(solve::Lit l) { return replaced(l, becomes_); }
  // What is left for steps to satisfy, in the same terms.
  const std::vector<solve::Lit>& conditions() const { return conditions_; }

 private:
  using Images = std::unordered_map<std::uint32_t, solve::Lit>;  // by node
  struct Piece {
    solve::Lit guard, body;  // the first implies the second
  };
  struct Group {
    std::vector<std::uint32_t> bits;
    std::vector<solve::Lit> pieces;
  };

  bool speaks_of_open(solve::Lit);
  std::vector<solve::Lit> cut(std::span<const solve::Lit> conditions);
  bool cut_once(const Piece&, std::vector<Piece>& parts);
  std::vector<std::uint32_t> bits_in(solve::Lit);
  std::vector<Group> groups(std::span<const solve::Lit> pieces);
  // Whether its bits have become functions; `possible`: whether there is a choice.
  bool settle(const Group&, solve::Lit& possible);
  solve::Lit replaced(solve::Lit, Images&);

  solve::Aig& graph_;
  std::vector<std::uint32_t> open_;
  std::vector<bool> above_open_;  // by node, of those that were there when it was last read
  Images becomes_;
  std::vector<solve::Lit> conditions_;
};

}  // namespace whynot::engine::ic3
