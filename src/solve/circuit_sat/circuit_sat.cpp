// Nodes are the solver's variables; node 0, the constant, is in no gate and no clause, so that the search may have it.
// A gate is an AND, or a choice (if-then-else, exclusive or) where two levels of ANDs amount to one.
#include "solve/circuit_sat/circuit_sat.h"

#include <algorithm>

#include "solve/gates.h"

namespace whynot::solve {

void CircuitSat::prepare(Lit l) {
  if (has_gate_.size() < graph_->size()) {
    has_gate_.resize(graph_->size(), false);
    is_always_.resize(graph_->size(), false);
    below_.resize(graph_->size());
    search_.make_room(graph_->size());
  }
  stack_.push_back(l.node());
  while (!stack_.empty()) {
    const std::uint32_t node = stack_.back();
    stack_.pop_back();
    if (has_gate_[node]) continue;
    has_gate_[node] = true;
    if (graph_->is_and(node)) add_gate(node);
    stack_.insert(stack_.end(), below_[node].begin(), below_[node].end());
  }
}

void CircuitSat::add_gate(std::uint32_t node) {
  const auto choice = choice_of(*graph_, node);
  const auto add = [&](std::initializer_list<Lit> clause) {
    Code codes[3];
    std::size_t size = 0;
    for (Lit l : clause) codes[size++] = l.code();
    search_.add(std::span(codes, size));
  };
  const Lit v = Lit::of(node, false);
  if (!choice) {
    const Lit a = graph_->left(node), b = graph_->right(node);
    add({!v, a});
    add({!v, b});
    add({v, !a, !b});
    below_[node] = {a.node(), b.node()};
    return;
  }
  const Lit c = choice->condition, a = choice->then, b = choice->otherwise;
  add({!v, !c, a});
  add({!v, c, b});
  add({v, !c, !a});
  add({v, c, !b});
  below_[node] = {c.node(), a.node()};
  if (a.node() == b.node()) return;
  add({!v, a, b});  // redundant, but lets equal branches propagate
  add({v, !a, !b});
  below_[node].push_back(b.node());
}

// The question concerns the node and everything below it.
void CircuitSat::concern(std::uint32_t node) {
  stack_.push_back(node);
  while (!stack_.empty()) {
    const std::uint32_t next = stack_.back();
    stack_.pop_back();
    if (search_.concern(next)) stack_.insert(stack_.end(), below_[next].begin(), below_[next].end());
  }
}

void CircuitSat::always_concern(std::uint32_t node) {
  stack_.push_back(node);
  while (!stack_.empty()) {
    const std::uint32_t next = stack_.back();
    stack_.pop_back();
    if (is_always_[next]) continue;
    is_always_[next] = true;
    always_.push_back(next);
    stack_.insert(stack_.end(), below_[next].begin(), below_[next].end());
  }
}

void CircuitSat::require(Lit l) {
  std::vector<Lit> open{l};
  while (!open.empty()) {
    const Lit part = open.back();
    open.pop_back();
    const bool is_and = !part.complemented() && graph_->is_and(part.node());
    if (is_and) {
      open.push_back(graph_->left(part.node()));
      open.push_back(graph_->right(part.node()));
    } else {
      require_any(std::span(&part, 1));
    }
  }
}

void CircuitSat::require_any(std::span<const Lit> parts) {
  std::vector<Code> clause;
  for (Lit part : parts) {
    if (part == Aig::constant(true)) return;
    if (part == Aig::constant(false)) continue;
    prepare(part);
    always_concern(part.node());
    clause.push_back(part.code());
  }
  search_.add(clause);
}

Answer CircuitSat::solve(std::span<const Lit> extra, std::span<const Lit> assumed, std::uint64_t conflicts) {
  const Lit truth = Aig::constant(true);
  std::vector<Code> clause, assumptions;
  const auto codes = [&](std::span<const Lit> all, std::vector<Code>& result) {
    for (Lit l : all) {
      if (l.node() == 0) continue;
      prepare(l);
      result.push_back(l.code());
    }
  };
  const bool has_extra = !extra.empty() && std::find(extra.begin(), extra.end(), truth) == extra.end();
  if (has_extra) codes(extra, clause);
  codes(assumed, assumptions);
  has_false_ = std::find(assumed.begin(), assumed.end(), !truth) != assumed.end();
  search_.begin_question();
  if (has_false_ || (has_extra && clause.empty())) return Answer::Unsat;
  for (std::uint32_t node : always_) search_.concern(node);
  for (const auto* named : {&clause, &assumptions})
    for (Code l : *named) concern(l >> 1);
  return search_.solve(clause, assumptions, conflicts);
}

bool CircuitSat::value(Lit l) const {
  if (l.node() == 0 || l.node() >= has_gate_.size()) return l.complemented();
  return l.complemented() ? !search_.value(l.code() ^ 1) : search_.value(l.code());
}

bool CircuitSat::failed(Lit assumed) const {
  if (has_false_) return assumed == Aig::constant(false);
  return assumed.node() != 0 && search_.failed(assumed.code());
}

}  // namespace whynot::solve
