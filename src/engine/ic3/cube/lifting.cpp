// An AND that is true needs both of its arguments, one that is false needs one that is: that with the smaller estimate,
// unless another is there anyhow.  The estimate counts a latch as often as there are ways to it.
#include "engine/ic3/cube/lifting.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace whynot::engine::ic3 {

using solve::Aig;
using solve::Lit;

namespace {

constexpr std::uint32_t dearest = 1'000'000'000;
constexpr std::uint64_t passes_to_forget = 20;  // what forgetting may cost, in evaluations of all goals
constexpr std::uint32_t cost_of_active = 9, cost_of_other = 10;  // a latch that lemmas speak of is the better one

}  // namespace

Lifting::Lifting(Circuit& circuit, const Activity& activity)
    : circuit_(circuit), activity_(activity), latch_(circuit.graph().size(), -1), users_(latch_.size()) {
  const Aig& g = circuit.graph();
  for (std::size_t i = 0; i < circuit.latches().size(); ++i)
    latch_[circuit.latches()[i].current.node()] = static_cast<std::int32_t>(i);
  for (std::uint32_t n = 1; n < g.size(); ++n) {
    if (!g.is_and(n)) continue;
    users_[g.left(n).node()].push_back(n);
    users_[g.right(n).node()].push_back(n);
  }
  for (auto* rounds : {&evaluated_in_, &justified_in_, &goal_in_, &cost_}) rounds->resize(latch_.size(), 0);
  value_.resize(latch_.size(), false);
  is_forgotten_.resize(latch_.size(), false);
}

Cube Lifting::lifted(const std::vector<Lit>& goals, const std::vector<bool>& inputs) {
  ++round_;
  bits_.clear();
  order_.clear();
  for (Lit goal : goals) {
    goal_in_[goal.node()] = round_;
    evaluate(goal.node(), inputs);
  }
  std::vector<Lit> cheapest_first = goals;
  std::stable_sort(cheapest_first.begin(), cheapest_first.end(),
                   [&](Lit a, Lit b) { return cost_[a.node()] < cost_[b.node()]; });
  for (Lit goal : cheapest_first) justify(goal.node());
  forget_unjustified();
  const std::uint64_t end = effort_ + passes_to_forget * order_.size();
  std::vector<Bit> kept;
  for (Bit bit : activity_.least_active_first(Cube(bits_)))
    if (effort_ > end || !can_forget(circuit_.latches()[latch_of(bit)].current.node())) kept.push_back(bit);
  return Cube(std::move(kept));
}

// Values and estimates of everything below the node.
void Lifting::evaluate(std::uint32_t node, const std::vector<bool>& inputs) {
  const Aig& g = circuit_.graph();
  stack_.push_back(node);
  while (!stack_.empty()) {
    const std::uint32_t next = stack_.back();
    if (!is_evaluated(next) && g.is_and(next)) {
      const std::size_t before = stack_.size();
      for (Lit argument : {g.left(next), g.right(next)})
        if (!is_evaluated(argument.node())) stack_.push_back(argument.node());
      if (stack_.size() != before) continue;
    }
    stack_.pop_back();
    if (!is_evaluated(next)) settle(next, inputs);
  }
}

void Lifting::settle(std::uint32_t node, const std::vector<bool>& inputs) {
  const Aig& g = circuit_.graph();
  evaluated_in_[node] = round_;
  order_.push_back(node);
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

// From now on what is not known without the latches that were not needed is forgotten.
void Lifting::forget_unjustified() {
  const Aig& g = circuit_.graph();
  for (std::uint32_t node : order_) {
    is_forgotten_[node] = latch_[node] >= 0 && justified_in_[node] != round_;
    if (!g.is_and(node)) continue;
    const Lit a = g.left(node), b = g.right(node);
    const bool has_unknown = is_forgotten_[a.node()] || is_forgotten_[b.node()];
    is_forgotten_[node] = has_unknown && !is_surely_false(a) && !is_surely_false(b);
  }
}

void Lifting::forget(std::uint32_t node) {
  is_forgotten_[node] = true;
  forgotten_.push_back(node);
}

// Forgets the latch unless a goal would be forgotten with it.
bool Lifting::can_forget(std::uint32_t latch) {
  const Aig& g = circuit_.graph();
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> open;  // arguments first
  forgotten_.clear();
  open.push(latch);
  while (!open.empty()) {
    const std::uint32_t node = open.top();
    open.pop();
    ++effort_;
    if (is_forgotten_[node]) continue;
    if (g.is_and(node) && (is_surely_false(g.left(node)) || is_surely_false(g.right(node)))) continue;
    if (goal_in_[node] == round_) {
      for (std::uint32_t known : forgotten_) is_forgotten_[known] = false;
      return false;
    }
    forget(node);
    for (std::uint32_t user : users_[node])
      if (is_evaluated(user)) open.push(user);
  }
  return true;
}

}  // namespace whynot::engine::ic3
