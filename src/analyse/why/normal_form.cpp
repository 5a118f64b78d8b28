// Both polarities of every part, then only those that the formula uses.
#include "analyse/why/normal_form.h"

#include <algorithm>

#include "base/check.h"
#include "model/system/path_formula.h"

namespace whynot::analyse::why {

NormalForm::NormalForm(const Reading& reading) {
  for (std::size_t a = 0; a < reading.atoms().size(); ++a) {
    const auto atom = static_cast<std::uint32_t>(a);
    made_[reading.atoms()[a]] = {add({Op::Variable, atom, 0, true}), add({Op::Variable, atom, 0, false})};
  }
  for (Expr e : reading.parts()) made_[e] = pair_of(e, reading);
  keep_reachable(made_.at(reading.formula()).yes);
  made_.clear();
}

std::uint32_t NormalForm::add(Node node) {
  nodes_.push_back(node);
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

NormalForm::Pair NormalForm::pair_of(Expr e, const Reading& reading) {
  if (e.is(Op::Constant)) {
    const std::uint32_t value = reading.constant(e) ? 1 : 0;
    return {add({Op::Constant, value}), add({Op::Constant, 1 - value})};
  }
  const Pair a = made_.at(e.arg(0)), b = made_.at(e.arg(e.arity() > 1 ? 1 : 0)),
             c = made_.at(e.arg(e.arity() > 2 ? 2 : 0));
  if (!is_temporal(e.op())) return connective(e, a, b, c);
  return {add({e.op(), a.yes, b.yes, true, bounds_of(e)}), add({dual_of(e.op()), a.no, b.no, true, bounds_of(e)})};
}

NormalForm::Pair NormalForm::connective(Expr e, Pair a, Pair b, Pair c) {
  switch (e.op()) {
    case Op::Not: return {a.no, a.yes};
    case Op::And: return {both(a.yes, b.yes), either(a.no, b.no)};
    case Op::Or: return {either(a.yes, b.yes), both(a.no, b.no)};
    case Op::Implies: return {either(a.no, b.yes), both(a.yes, b.no)};
    case Op::Xor: return {either(both(a.yes, b.no), both(a.no, b.yes)), both(either(a.no, b.yes), either(a.yes, b.no))};
    case Op::Iff:
    case Op::Eq: return {both(either(a.no, b.yes), either(a.yes, b.no)), either(both(a.yes, b.no), both(a.no, b.yes))};
    case Op::Ite: return {either(both(a.yes, b.yes), both(a.no, c.yes)), both(either(a.no, b.no), either(a.yes, c.no))};
    default: break;
  }
  WHYNOT_CHECK(false, "only boolean operators should stand above temporal ones");
  return a;
}

void NormalForm::keep_reachable(std::uint32_t root) {
  std::vector<bool> used(nodes_.size(), false);
  used[root] = true;
  const auto is_leaf = [](const Node& n) { return n.op == Op::Constant || n.op == Op::Variable; };
  for (std::size_t i = nodes_.size(); i-- > 0;)
    if (used[i] && !is_leaf(nodes_[i])) used[nodes_[i].a] = used[nodes_[i].b] = true;
  std::vector<std::uint32_t> place(nodes_.size());
  std::vector<Node> kept;
  std::vector<int> polarities;
  for (std::size_t i = 0; i <= root; ++i) {
    if (!used[i]) continue;
    Node node = nodes_[i];
    if (!is_leaf(node)) node = {node.op, place[node.a], place[node.b], node.positive, node.bounds};
    place[i] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(node);
    if (node.op != Op::Variable) continue;
    polarities.resize(std::max<std::size_t>(polarities.size(), node.a + 1));
    polarities[node.a] |= node.positive ? 1 : 2;
  }
  mixed_ = std::find(polarities.begin(), polarities.end(), 3) != polarities.end();
  nodes_ = std::move(kept);
}

}  // namespace whynot::analyse::why
