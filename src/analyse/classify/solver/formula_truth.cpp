// One row of literals for each subformula, operands first, by the laws of model/ltl.h.
#include "analyse/classify/solver/formula_truth.h"

#include <algorithm>
#include <unordered_map>

#include "base/check.h"
#include "encode/literals.h"
#include "model/ltl.h"
#include "model/property.h"
#include "model/system/formula_parts.h"

namespace whynot::analyse::classify {

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

Lit FormulaTruth::on_run(encode::Unroll& unroll, const Row& has, std::size_t last) const {
  std::vector<Row> rows;
  for (const Node& node : nodes_) rows.push_back(row(node, rows, unroll, has, last));
  return rows.back()[0];
}

FormulaTruth::Row FormulaTruth::row(const Node& node, const std::vector<Row>& rows, encode::Unroll& unroll,
                                    const Row& has, std::size_t last) const {
  const encode::Literals in{unroll.graph()};
  Row made(last + 1, in.constant(false));
  if (node.atom) {
    for (std::size_t p = 0; p + (node.leaves ? 1 : 0) <= last; ++p)
      made[p] = in.both(has[p + (node.leaves ? 1 : 0)], unroll.at(*node.atom, p));
    return made;
  }
  WHYNOT_CHECK(node.op != Op::G && node.op != Op::V, "only co-safety formulas should be read on finite runs");
  const Row& a = rows[node.args[0]];
  const Row& b = rows[node.args.back()];
  if (is_past(node.op)) return past_row(node.op, in, {last + 1, std::nullopt}, a, b);
  const Row& later = is_shift(node.op) ? a : made;
  for (std::size_t p = last + 1; p-- > 0;) {
    const Lit next = p == last ? in.unknown() : in.both(has[p + 1], later[p + 1]);
    made[p] = unfold(node.op, in, a[p], b[p], next);
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
  const encode::Literals in{unroll.graph()};
  const std::size_t round = depth - loop, end = depth + nodes_.back().past * round;
  if (node.atom) {
    Row made;
    for (std::size_t p = 0; p < end; ++p)
      made.push_back(unroll.at(*node.atom, p < depth ? p : loop + (p - loop) % round));
    return made;
  }
  const Row& a = rows[node.args[0]];
  const Row& b = rows[node.args.back()];
  const Positions word{end, end - round};
  return is_past(node.op) ? past_row(node.op, in, word, a, b) : future_row(node.op, in, word, a, b);
}

}  // namespace whynot::analyse::classify
