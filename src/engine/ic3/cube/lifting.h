// From one state to the many from which the same free bits do the same.  What has to be true is justified gate by gate,
// from the goals down to latches, as few as a quick estimate can tell; then latches are forgotten one after the other,
// as long as the goals are known without them (ternary simulation: Een, Mishchenko & Brayton, FMCAD 2011).
#pragma once
#include "engine/ic3/circuit.h"
#include "engine/ic3/cube/activity.h"

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
  void forget_unjustified();
  bool can_forget(std::uint32_t node);
  void forget(std::uint32_t node);
  bool is_evaluated(std::uint32_t node) const { return evaluated_in_[node] == round_; }
  bool value(solve::Lit l) const { return value_[l.node()] != l.complemented(); }
  bool is_surely_false(solve::Lit l) const { return !is_forgotten_[l.node()] && !value(l); }
  solve::Lit cheaper(solve::Lit a, solve::Lit b) const;

  Circuit& circuit_;
  const Activity& activity_;
  std::vector<std::int32_t> latch_;                // by node: the latch it is, or -1
  std::vector<std::vector<std::uint32_t>> users_;  // by node: the ANDs that it is an argument of
  std::uint32_t round_ = 0;
  std::vector<std::uint32_t> evaluated_in_, justified_in_, goal_in_;  // by node: the last round
  std::vector<std::uint32_t> order_;                                  // what was evaluated, arguments first
  std::vector<bool> value_, is_forgotten_;                            // by node, where it was evaluated
  std::vector<std::uint32_t> cost_;
  std::vector<std::uint32_t> stack_, forgotten_;
  std::vector<Bit> bits_;
  std::uint64_t effort_ = 0;
};

}  // namespace whynot::engine::ic3
