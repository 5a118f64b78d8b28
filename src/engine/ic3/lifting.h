// From one state to the many from which the same free bits do the same: what has to be true is justified gate by gate,
// from the goals down to bits, with as few latches as a quick estimate can tell.
#pragma once
#include "engine/ic3/activity.h"
#include "engine/ic3/circuit.h"

namespace whynot::engine::ic3 {

class Lifting {
 public:
  // Both must outlive this.
  Lifting(Circuit&, const Activity&);

  // REQUIRES that all goals are true for these values of the graph's inputs.
  Cube lifted(const std::vector<solve::Lit>& goals, const std::vector<bool>& inputs);
  std::uint64_t effort() const { return effort_; }

 private:
  void evaluate(std::uint32_t node, const std::vector<bool>& inputs);
  void settle(std::uint32_t node, const std::vector<bool>& inputs);
  void justify(std::uint32_t node);
  bool value(solve::Lit l) const { return value_[l.node()] != l.complemented(); }
  solve::Lit cheaper(solve::Lit a, solve::Lit b) const;

  Circuit& circuit_;
  const Activity& activity_;
  std::vector<std::int32_t> latch_;  // by node: the latch it is, or -1
  std::uint32_t round_ = 0;
  std::vector<std::uint32_t> evaluated_in_, justified_in_;  // by node: the last round
  std::vector<bool> value_;
  std::vector<std::uint32_t> cost_;
  std::vector<std::uint32_t> stack_;
  std::vector<Bit> bits_;
  std::uint64_t effort_ = 0;
};

}  // namespace whynot::engine::ic3
