#include "analyse/classify/finite_truth.h"

#include <unordered_map>
#include <unordered_set>

#include "base/check.h"
#include "model/property.h"

namespace whynot::classify {

using solve::Aig;
using solve::Lit;

FiniteTruth::FiniteTruth(encode::BitSystem& bits, Expr formula) {
  std::unordered_map<Expr, bool, ExprHash> temporal;
  for_each_postorder(formula, [&](Expr e) {
    bool is = is_ltl(e.op());
    for (std::size_t i = 0; i < e.arity(); ++i) is = is || temporal.at(e.arg(i));
    temporal.emplace(e, is);
  });
  // What lies below no temporal operator is part of an atom.
  std::unordered_set<Expr, ExprHash> wanted = {formula};
  for (std::vector<Expr> open = {formula}; !open.empty();) {
    const Expr e = open.back();
    open.pop_back();
    for (std::size_t i = 0; temporal.at(e) && i < e.arity(); ++i)
      if (wanted.insert(e.arg(i)).second) open.push_back(e.arg(i));
  }
  const auto is_input = [&](Expr v) { return bits.variables()[bits.index_of(v)].kind == VariableKind::Input; };
  std::unordered_map<Expr, std::size_t, ExprHash> index;
  for_each_postorder(formula, [&](Expr e) {
    if (!wanted.count(e)) return;
    Node node{e.op(), {}, std::nullopt, false};
    if (!temporal.at(e)) {
      node.atom = bits.condition(e);
      node.leaves = speaks_of_transition(e, is_input);
    } else {
      for (std::size_t i = 0; i < e.arity(); ++i) node.args.push_back(index.at(e.arg(i)));
    }
    index.emplace(e, nodes_.size());
    nodes_.push_back(std::move(node));
  });
}

Lit FiniteTruth::at_start(encode::Unroll& unroll, const Row& has, std::size_t last) const {
  std::vector<Row> rows;
  for (const Node& node : nodes_) rows.push_back(row(node, rows, unroll, has, last));
  return rows.back()[0];
}

FiniteTruth::Row FiniteTruth::row(const Node& node, const std::vector<Row>& rows, encode::Unroll& unroll, const Row& has,
                                  std::size_t last) const {
  Aig& g = unroll.graph();
  Row made(last + 1, Aig::constant(false));
  const Row* a = node.args.empty() ? nullptr : &rows[node.args[0]];
  const Row* b = node.args.size() > 1 ? &rows[node.args[1]] : nullptr;
  const auto forwards = [&](bool at_begin, auto value) {
    for (std::size_t p = 0; p <= last; ++p) made[p] = value(p, p == 0 ? Aig::constant(at_begin) : made[p - 1]);
  };
  const auto backwards = [&](auto value) {
    for (std::size_t p = last + 1; p-- > 0;)
      made[p] = value(p, p == last ? Aig::constant(false) : g.and_(has[p + 1], made[p + 1]));
  };
  if (node.atom) {
    for (std::size_t p = 0; p + (node.leaves ? 1 : 0) <= last; ++p)
      made[p] = g.and_(has[p + (node.leaves ? 1 : 0)], unroll.at(*node.atom, p));
    return made;
  }
  switch (node.op) {
    case Op::And: forwards(false, [&](std::size_t p, Lit) { return g.and_((*a)[p], (*b)[p]); }); break;
    case Op::Or: forwards(false, [&](std::size_t p, Lit) { return g.or_((*a)[p], (*b)[p]); }); break;
    case Op::X:
      for (std::size_t p = 0; p < last; ++p) made[p] = g.and_(has[p + 1], (*a)[p + 1]);
      break;
    case Op::F: backwards([&](std::size_t p, Lit later) { return g.or_((*a)[p], later); }); break;
    case Op::U: backwards([&](std::size_t p, Lit later) { return g.or_((*b)[p], g.and_((*a)[p], later)); }); break;
    case Op::Y: forwards(false, [&](std::size_t p, Lit) { return p == 0 ? Aig::constant(false) : (*a)[p - 1]; }); break;
    case Op::Z: forwards(true, [&](std::size_t p, Lit) { return p == 0 ? Aig::constant(true) : (*a)[p - 1]; }); break;
    case Op::O: forwards(false, [&](std::size_t p, Lit before) { return g.or_((*a)[p], before); }); break;
    case Op::H: forwards(true, [&](std::size_t p, Lit before) { return g.and_((*a)[p], before); }); break;
    case Op::S: forwards(false, [&](std::size_t p, Lit before) { return g.or_((*b)[p], g.and_((*a)[p], before)); }); break;
    case Op::T: forwards(true, [&](std::size_t p, Lit before) { return g.and_((*b)[p], g.or_((*a)[p], before)); }); break;
    default: WHYNOT_CHECK(false, "only co-safety formulas should be read on finite runs");
  }
  return made;
}

}  // namespace whynot::classify
