#include "encode/bdd_parts.h"

namespace whynot::encode {
namespace {

// The conjuncts of a literal, as far as its circuit shows them.
void split(const Aig& graph, Lit root, std::vector<Lit>& into) {
  std::vector<Lit> open{root};
  while (!open.empty()) {
    const Lit l = open.back();
    open.pop_back();
    if (!l.complemented() && graph.is_and(l.node())) {
      open.push_back(graph.right(l.node()));
      open.push_back(graph.left(l.node()));
    } else if (l != Aig::constant(true)) {
      into.push_back(l);
    }
  }
}

class Cutter {
 public:
  explicit Cutter(BitSystem& system) : system_(system), graph_(system.graph()) {}

  BddParts cut(const std::vector<bool>& cone) {
    for (std::size_t i = 0; i < cone.size(); ++i)
      if (cone[i]) variable(system_.variables()[i]);
    for (const BitSystem::Condition& c : system_.init()) split(graph_, c.literal, parts_.initial);
    for (const BitSystem::Condition& c : system_.invar()) split(graph_, c.literal, parts_.allowed);
    for (const BitSystem::Condition& c : system_.trans()) step(c.literal);
    return std::move(parts_);
  }

 private:
  void step(Lit condition) {
    std::vector<Lit> found;
    split(graph_, condition, found);
    for (Lit l : found) parts_.step.push_back({std::nullopt, l});
  }

  void variable(const VariableBits& v) {
    if (v.kind == VariableKind::Input) return step(v.valid);
    if (is_defined(v)) return split(graph_, v.always->fits, parts_.allowed);
    split(graph_, v.valid, parts_.allowed);
    if (v.always) split(graph_, v.always->holds, parts_.allowed);
    if (v.init) split(graph_, v.init->holds, parts_.initial);
    if (v.kind == VariableKind::State) next(v);
  }

  void next(const VariableBits& v) {
    if (v.step && v.step->function) {
      for (std::size_t i = 0; i < v.next.size(); ++i) parts_.step.push_back({v.next[i], (*v.step->function)[i]});
      return step(v.step->fits);
    }
    if (v.step) step(v.step->holds);
    step(valid_code(graph_, v.type(), v.next));
  }

  BitSystem& system_;
  Aig& graph_;
  BddParts parts_;
};

}  // namespace

BddParts bdd_parts(BitSystem& system, const std::vector<bool>& cone) { return Cutter(system).cut(cone); }

BitRoles::BitRoles(const BitSystem& system) {
  for (std::size_t i = 0; i < system.variables().size(); ++i) {
    const VariableBits& v = system.variables()[i];
    for (std::size_t bit = 0; bit < v.current.size(); ++bit)
      roles_.emplace(v.current[bit].node(), BitRole{{i, bit}, false});
    if (v.kind == VariableKind::State)
      for (std::size_t bit = 0; bit < v.next.size(); ++bit) roles_.emplace(v.next[bit].node(), BitRole{{i, bit}, true});
  }
}

}  // namespace whynot::encode
