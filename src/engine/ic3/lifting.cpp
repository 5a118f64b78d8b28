// An AND that is true needs both of its arguments, one that is false needs one that is: that with the smaller estimate,
// unless another is there anyhow.  The estimate counts a latch as often as there are ways to it.
#include "engine/ic3/lifting.h"

#include <algorithm>

namespace whynot::engine::ic3 {

using solve::Aig;
using solve::Lit;

namespace {

constexpr std::uint32_t dearest = 1'000'000'000;
constexpr std::uint32_t cost_of_active = 9, cost_of_other = 10;  // a latch that lemmas speak of is the better one

}  // namespace

Lifting::Lifting(Circuit& circuit, const Activity& activity)
    : circuit_(circuit), activity_(activity), latch_(circuit.graph().size(), -1) {
  for (std::size_t i = 0; i < circuit.latches().size(); ++i)
    latch_[circuit.latches()[i].current.node()] = static_cast<std::int32_t>(i);
  evaluated_in_.resize(latch_.size(), 0);
  justified_in_.resize(latch_.size(), 0);
  value_.resize(latch_.size(), false);
  cost_.resize(latch_.size(), 0);
}

Cube Lifting::lifted(const std::vector<Lit>& goals, const std::vector<bool>& inputs) {
  ++round_;
  bits_.clear();
  for (Lit goal : goals) evaluate(goal.node(), inputs);
  std::vector<Lit> cheapest_last = goals;
  std::stable_sort(cheapest_last.begin(), cheapest_last.end(),
                   [&](Lit a, Lit b) { return cost_[a.node()] < cost_[b.node()]; });
  for (Lit goal : cheapest_last) justify(goal.node());
  return Cube(bits_);
}

// Values and estimates of everything below the node.
void Lifting::evaluate(std::uint32_t node, const std::vector<bool>& inputs) {
  const Aig& g = circuit_.graph();
  stack_.push_back(node);
  while (!stack_.empty()) {
    const std::uint32_t next = stack_.back();
    const auto is_open = [&](Lit l) { return evaluated_in_[l.node()] != round_; };
    if (is_open(Lit::of(next, false)) && g.is_and(next)) {
      const std::size_t before = stack_.size();
      if (is_open(g.left(next))) stack_.push_back(g.left(next).node());
      if (is_open(g.right(next))) stack_.push_back(g.right(next).node());
      if (stack_.size() != before) continue;
    }
    stack_.pop_back();
    if (is_open(Lit::of(next, false))) settle(next, inputs);
  }
}

void Lifting::settle(std::uint32_t node, const std::vector<bool>& inputs) {
  const Aig& g = circuit_.graph();
  evaluated_in_[node] = round_;
  ++effort_;
  if (!g.is_and(node)) {
    value_[node] = node != 0 && inputs[node];
    cost_[node] = 0;
    if (latch_[node] >= 0) {
      const bool is_active = activity_.has(bit_of(static_cast<std::size_t>(latch_[node]), value_[node]));
      cost_[node] = is_active ? cost_of_active : cost_of_other;
    }
    return;
  }
  const Lit a = g.left(node), b = g.right(node);
  value_[node] = value(a) && value(b);
  cost_[node] = value_[node] ? std::min(dearest, cost_[a.node()] + cost_[b.node()]) : cost_[cheaper(a, b).node()];
}

// REQUIRES that one of them is false.
Lit Lifting::cheaper(Lit a, Lit b) const {
  if (value(a)) return b;
  if (value(b)) return a;
  return cost_[a.node()] <= cost_[b.node()] ? a : b;
}

void Lifting::justify(std::uint32_t node) {
  const Aig& g = circuit_.graph();
  stack_.push_back(node);
  while (!stack_.empty()) {
    const std::uint32_t next = stack_.back();
    stack_.pop_back();
    if (justified_in_[next] == round_) continue;
    justified_in_[next] = round_;
    if (!g.is_and(next)) {
      if (latch_[next] < 0) continue;
      const auto latch = static_cast<std::size_t>(latch_[next]);
      bits_.push_back(bit_of(latch, value(circuit_.latches()[latch].current)));
      continue;
    }
    const Lit a = g.left(next), b = g.right(next);
    if (value_[next]) {
      stack_.push_back(a.node());
      stack_.push_back(b.node());
      continue;
    }
    const auto is_there = [&](Lit l) { return !value(l) && justified_in_[l.node()] == round_; };
    if (!is_there(a) && !is_there(b)) stack_.push_back(cheaper(a, b).node());
  }
}

}  // namespace whynot::engine::ic3
