#include "analyse/intervals/circuit_truth.h"

#include "model/system/truth.h"

namespace whynot::analyse::intervals {
namespace {

struct KleeneCircuits {
  solve::Aig& graph;

  static Kleene constant(bool value) { return Kleene::constant(value); }
  static Kleene unknown() { return Kleene::unknown(); }
  static Kleene negation(Kleene a) { return {!a.may, !a.must}; }
  Kleene both(Kleene a, Kleene b) const { return {graph.and_(a.must, b.must), graph.and_(a.may, b.may)}; }
  Kleene either(Kleene a, Kleene b) const { return negation(both(negation(a), negation(b))); }
};

}  // namespace

std::vector<Expr> atoms_of(Expr formula) {
  std::vector<Expr> atoms, open = {formula};
  std::unordered_map<Expr, bool, ExprHash> seen;
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    if (!seen.emplace(e, true).second) continue;
    if (!is_temporal(e.op()) && !is_connective(e)) {
      atoms.push_back(e);
      continue;
    }
    for (std::size_t i = 0; i < e.arity(); ++i) open.push_back(e.arg(i));
  }
  return atoms;
}

CircuitTruth::CircuitTruth(solve::Aig& graph, std::size_t steps, std::optional<std::size_t> loop)
    : graph_(graph), steps_(steps), loop_(loop) {}

// Past operators may tell the rounds of a loop apart, so positions go on until they no longer do.
void CircuitTruth::lay_out(Expr formula) {
  positions_ = {steps_, loop_};
  if (!loop_) return;
  const std::size_t length = steps_ - *loop_, later_rounds = rounds_until_stable(formula, length) * length;
  positions_.count += later_rounds;
  *positions_.wrap += later_rounds;
}

Kleene CircuitTruth::at_start(Expr formula, const Atoms& atoms) {
  table_.clear();
  lay_out(formula);
  for (Expr atom : atoms_of(formula)) {
    Row row = atoms.at(atom);
    while (row.size() < positions_.count) row.push_back(row[*loop_ + (row.size() - steps_) % (steps_ - *loop_)]);
    table_.emplace(atom, std::move(row));
  }
  const auto row_of = [&](Expr part) -> const Row& { return table_.at(part); };
  std::vector<Expr> open = {formula};
  while (!open.empty()) {
    const Expr e = open.back();
    const std::size_t before = open.size();
    if (!table_.count(e))
      for (std::size_t i = 0; i < e.arity(); ++i)
        if (!table_.count(e.arg(i))) open.push_back(e.arg(i));
    if (open.size() != before) continue;
    open.pop_back();
    if (!table_.count(e)) table_.emplace(e, combined_row(e, KleeneCircuits{graph_}, positions_, row_of));
  }
  return table_.at(formula)[0];
}

}  // namespace whynot::analyse::intervals
