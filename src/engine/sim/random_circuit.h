// A circuit with 64 sets of values at once: a word for each node, of which each bit is a lane.  Inputs that nobody
// gives are chosen at random, so that what is required holds: where it does not, the inputs that it depends on are
// chosen again, in these lanes only.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "base/random.h"
#include "encode/circuit.h"

namespace whynot::engine {

using Lanes = std::uint64_t;

class RandomCircuit {
 public:
  // Inputs that are to become one of several codes; a code without bits leaves them as they are.
  struct Choice {
    struct Member {
      solve::Lit guard;
      encode::Bits code;
    };
    encode::Bits bits;
    std::vector<Member> members;
  };
  struct Parts {
    std::vector<solve::Lit> given;  // inputs
    std::vector<solve::Lit> required;
    std::vector<Choice> choices;
    std::vector<solve::Lit> wanted;  // whose values will be asked for
  };
  // The graph must outlive this, and not grow meanwhile.
  RandomCircuit(const solve::Aig&, Parts);

  void give(solve::Lit input, Lanes lanes) { values_[input.node()] = input.complemented() ? ~lanes : lanes; }
  // Values for all other inputs; the lanes in which all that is required holds.
  Lanes choose(Random&);
  Lanes value(solve::Lit l) const { return values_[l.node()] ^ (l.complemented() ? ~Lanes{0} : 0); }
  // How many nodes were evaluated so far.
  std::uint64_t work() const { return work_; }

 private:
  void evaluate();
  void propose(const Choice&, Lanes where, Random&);
  Lanes repair(Random&);
  const std::vector<std::uint32_t>& support(std::size_t requirement);

  const solve::Aig& graph_;
  Parts parts_;
  std::vector<std::uint32_t> ands_, free_;  // nodes in their order; inputs to choose
  std::vector<bool> is_free_;
  std::vector<std::size_t> seen_;                                    // by node, in the search for which support
  std::vector<std::optional<std::vector<std::uint32_t>>> supports_;  // of what is required: free inputs
  std::vector<Lanes> values_;
  std::uint64_t work_ = 0;
};

}  // namespace whynot::engine
