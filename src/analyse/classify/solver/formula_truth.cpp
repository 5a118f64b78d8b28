#include "analyse/classify/solver/formula_truth.h"

#include <algorithm>
#include <unordered_map>

#include "base/check.h"
#include "model/property.h"
#include "model/system/formula_parts.h"

namespace whynot::analyse::classify {

using solve::Aig;
using solve::Lit;

FormulaTruth::FormulaTruth(encode::BitSystem& bits, Expr formula) {
  const auto is_input = [&](Expr v) { return bits.variables()[bits.index_of(v)].kind == VariableKind::Input; };
  std::unordered_map<Expr, std::size_t, ExprHash> index;
  for (const auto& [e, is_atom] : formula_parts(formula)) {
    Node node{e.op(), {}, std::nullopt, false, 0};
    if (is_atom) {
      node.atom = bits.condition(e);
      node.leaves = speaks_of_transition(e, is_input);
    } else {
      for (std::size_t i = 0; i < e.arity(); ++i) {
        node.args.push_back(index.at(e.arg(i)));
        node.past = std::max(node.past, nodes_[node.args.back()].past);
      }
      node.past += is_past(e.op());
    }
    index.emplace(e, nodes_.size());
    nodes_.push_back(std::move(node));
  }
}

Lit FormulaTruth::step(Aig& g, Op op, Lit a, Lit b, Lit neighbour) {
  switch (op) {
    case Op::And: return g.and_(a, b);
    case Op::Or: return g.or_(a, b);
    case Op::X:
    case Op::Y:
    case Op::Z: return neighbour;
    case Op::F:
    case Op::O: return g.or_(a, neighbour);
    case Op::G:
    case Op::H: return g.and_(a, neighbour);
    case Op::U:
    case Op::S: return g.or_(b, g.and_(a, neighbour));
    case Op::V:
    case Op::T: return g.and_(b, g.or_(a, neighbour));
    default: break;
  }
  WHYNOT_CHECK(false, "in negation normal form only And and Or should stand above temporal operators");
  return {};
}

Lit FormulaTruth::on_run(encode::Unroll& unroll, const Row& has, std::size_t last) const {
  std::vector<Row> rows;
  for (const Node& node : nodes_) rows.push_back(row(node, rows, unroll, has, last));
  return rows.back()[0];
}

FormulaTruth::Row FormulaTruth::row(const Node& node, const std::vector<Row>& rows, encode::Unroll& unroll,
                                    const Row& has, std::size_t last) const {
  Aig& g = unroll.graph();
  Row made(last + 1, Aig::constant(false));
  if (node.atom) {
    for (std::size_t p = 0; p + (node.leaves ? 1 : 0) <= last; ++p)
      made[p] = g.and_(has[p + (node.leaves ? 1 : 0)], unroll.at(*node.atom, p));
    return made;
  }
  WHYNOT_CHECK(node.op != Op::G && node.op != Op::V, "only co-safety formulas should be read on finite runs");
  const Row& a = rows[node.args[0]];
  const Row& b = rows[node.args.back()];
  if (is_past(node.op)) {
    const bool shifts = node.op == Op::Y || node.op == Op::Z;
    const Lit before_start = Aig::constant(node.op == Op::Z || node.op == Op::H || node.op == Op::T);
    for (std::size_t p = 0; p <= last; ++p)
      made[p] = step(g, node.op, a[p], b[p], p == 0 ? before_start : (shifts ? a : made)[p - 1]);
    return made;
  }
  for (std::size_t p = last + 1; p-- > 0;) {
    const Row& later = node.op == Op::X ? a : made;
    made[p] = step(g, node.op, a[p], b[p], p == last ? Aig::constant(false) : g.and_(has[p + 1], later[p + 1]));
  }
  return made;
}

Lit FormulaTruth::on_lasso(encode::Unroll& unroll, std::size_t depth, std::size_t loop) const {
  std::vector<Row> rows;
  for (const Node& node : nodes_) rows.push_back(lasso_row(node, rows, unroll, depth, loop));
  return rows.back()[0];
}

FormulaTruth::Row FormulaTruth::lasso_row(const Node& node, const std::vector<Row>& rows, encode::Unroll& unroll,
                                          std::size_t depth, std::size_t loop) const {
  Aig& g = unroll.graph();
  const std::size_t round = depth - loop, end = depth + nodes_.back().past * round;
  Row made(end, Aig::constant(false));
  if (node.atom) {
    for (std::size_t p = 0; p < end; ++p) made[p] = unroll.at(*node.atom, p < depth ? p : loop + (p - loop) % round);
    return made;
  }
  const Row& a = rows[node.args[0]];
  const Row& b = rows[node.args.back()];
  if (is_past(node.op)) {
    const bool shifts = node.op == Op::Y || node.op == Op::Z;
    const Lit before_start = Aig::constant(node.op == Op::Z || node.op == Op::H || node.op == Op::T);
    for (std::size_t p = 0; p < end; ++p)
      made[p] = step(g, node.op, a[p], b[p], p == 0 ? before_start : (shifts ? a : made)[p - 1]);
    return made;
  }
  // A least or greatest fixed point around the last round: once to find it, once more to write it down.
  Lit around = Aig::constant(node.op == Op::G || node.op == Op::V);
  for (bool found : {false, true}) {
    for (std::size_t p = end; p-- > (found ? 0 : end - round);) {
      const Row& later = node.op == Op::X ? a : made;
      made[p] = step(g, node.op, a[p], b[p], p + 1 < end ? later[p + 1] : node.op == Op::X ? a[end - round] : around);
    }
    around = made[end - round];
  }
  return made;
}

}  // namespace whynot::analyse::classify
