// Walks the cone of a literal with a stack and adds the clauses of each gate once.
#include "solve/cnf.h"

#include "solve/gates.h"

namespace whynot::solve {
namespace {

constexpr std::size_t widest_and = 12;  // longer clauses propagate late

}  // namespace

int Cnf::literal(Lit l) {
  make_room();
  if (variable_[l.node()] == 0) stack_.push_back(l.node());
  Gate gate;
  while (!stack_.empty()) {
    const std::uint32_t node = stack_.back();
    if (variable_[node] != 0 || !aig_.is_and(node)) {
      stack_.pop_back();
      if (variable_[node] == 0) make_variable(node);
      continue;
    }
    find_gate(node, gate);
    const std::size_t before = stack_.size();
    for (Lit arg : gate.args)
      if (variable_[arg.node()] == 0) stack_.push_back(arg.node());
    if (stack_.size() != before) continue;
    stack_.pop_back();
    define(node, gate);
  }
  return known(l);
}

// The graph may have grown since the last call.
void Cnf::make_room() {
  if (variable_.size() < aig_.size()) variable_.resize(aig_.size(), 0);
  if (variable_[0] == 0) sat_.add({-make_variable(0)});
}

void Cnf::require(Lit l) {
  make_room();
  // An AND that must hold is split: its parts become units and clauses rather than a definition.
  std::vector<Lit> open = {l};
  while (!open.empty()) {
    const Lit part = open.back();
    open.pop_back();
    if (part == Aig::constant(true)) continue;
    if (!part.complemented() && aig_.is_and(part.node())) {
      open.push_back(aig_.left(part.node()));
      open.push_back(aig_.right(part.node()));
      continue;
    }
    Gate gate;
    if (part.complemented() && aig_.is_and(part.node()) && !find_ite(part.node(), gate)) {
      find_gate(part.node(), gate);
      for (Lit& arg : gate.args) arg = !arg;
      require_any(gate.args);
    } else {
      sat_.add({literal(part)});
    }
  }
}

void Cnf::require_any(std::span<const Lit> parts) {
  std::vector<int> clause;
  for (Lit part : parts) clause.push_back(literal(part));
  sat_.add(clause);
}

bool Cnf::input_value(std::uint32_t node) const {
  return node < variable_.size() && variable_[node] != 0 && sat_.value(variable_[node]);
}

std::vector<bool> Cnf::model() const {
  return evaluate(aig_, [this](std::uint32_t node) { return input_value(node); });
}

bool Cnf::find_ite(std::uint32_t node, Gate& gate) const {
  const auto choice = choice_of(aig_, node);
  if (!choice) return false;
  gate.kind = Gate::Kind::Ite;
  gate.args = {choice->condition, choice->then, choice->otherwise};
  return true;
}

void Cnf::find_gate(std::uint32_t node, Gate& gate) const {
  if (find_ite(node, gate)) return;
  gate.kind = Gate::Kind::And;
  gate.args = {aig_.left(node), aig_.right(node)};
  for (std::size_t i = 0; i < gate.args.size() && gate.args.size() < widest_and;) {
    const Lit arg = gate.args[i];
    const bool open =
        !arg.complemented() && aig_.is_and(arg.node()) && !aig_.is_shared(arg.node()) && variable_[arg.node()] == 0;
    Gate inner;
    if (!open || find_ite(arg.node(), inner)) {
      ++i;
      continue;
    }
    gate.args[i] = aig_.left(arg.node());
    gate.args.push_back(aig_.right(arg.node()));
  }
}

void Cnf::define(std::uint32_t node, const Gate& gate) {
  const int v = make_variable(node);
  if (gate.kind == Gate::Kind::Ite) {
    const int c = known(gate.args[0]), a = known(gate.args[1]), b = known(gate.args[2]);
    sat_.add({-v, -c, a});
    sat_.add({-v, c, b});
    sat_.add({v, -c, -a});
    sat_.add({v, c, -b});
    if (a != -b) {  // redundant, but lets equal branches propagate
      sat_.add({-v, a, b});
      sat_.add({v, -a, -b});
    }
    return;
  }
  std::vector<int> all = {v};
  for (Lit arg : gate.args) {
    sat_.add({-v, known(arg)});
    all.push_back(-known(arg));
  }
  sat_.add(all);
}

}  // namespace whynot::solve
